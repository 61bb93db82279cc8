import { describe, expect, it } from 'vitest'
import { exampleOrder, NOW } from '../testing/example-orders.ts'
import { type ActionField, bodyOf, fieldsOf, wrongField } from './action-fields.ts'
import { ACTION_RULES, type Action } from './allowed-actions.ts'

const namesOf = (fields: readonly ActionField[]) => fields.map(({ name }) => name)

describe('the fields of an action', () => {
  it('are none for most actions', () => {
    const having = (Object.keys(ACTION_RULES) as Action[]).filter(
      (action) => fieldsOf(action, exampleOrder(), NOW).length > 0,
    )

    expect(having.toSorted()).toEqual(['change-end', 'note', 'return', 'sent'])
  })

  it('offer the receivers of webhooks where there are several', () => {
    const [field] = fieldsOf(
      'resend',
      exampleOrder({ webhookEndpoints: ['a.example#1', 'b.example#2'] }),
      NOW,
    )

    expect(field).toMatchObject({ name: 'endpoint', choices: ['a.example#1', 'b.example#2'] })
    expect(fieldsOf('resend', exampleOrder({ webhookEndpoints: ['a.example#1'] }), NOW)).toEqual([])
  })

  it('begin with what is known', () => {
    const order = exampleOrder({ note: 'Rang.', shipment: { parcel: 'JD0077' } })

    expect(fieldsOf('note', order, NOW)[0]?.value).toBe('Rang.')
    expect(bodyOf(fieldsOf('sent', order, NOW), {})).toEqual({ parcel: 'JD0077' })
  })
})

describe('what is sent of the fields', () => {
  it('has no empty member, but for a note that is taken away', () => {
    const order = exampleOrder({ note: 'Rang.' })

    expect(bodyOf(fieldsOf('sent', order, NOW), { carrier: ' Post ', parcel: ' ' })).toEqual({
      carrier: 'Post',
    })
    expect(bodyOf(fieldsOf('note', order, NOW), { text: '' })).toEqual({ text: '' })
    expect(bodyOf(fieldsOf('return', order, NOW), {})).toEqual({})
  })

  it.each([
    ['http://post.example.com/7', 'url'],
    ['javascript:alert(1)', 'url'],
    ['post.example.com', 'url'],
    ['https://post.example.com/7', undefined],
    ['', undefined],
  ])('is refused at the address “%s”: %s', (url, wrong) => {
    const fields = fieldsOf('sent', exampleOrder(), NOW)

    expect(namesOf(fields)).toEqual(['carrier', 'parcel', 'url'])
    expect(wrongField(fields, { url })).toBe(wrong)
  })
})
