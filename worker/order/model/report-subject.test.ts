import { describe, expect, it } from 'vitest'
import { isAbout, type Named, type Subject, subjectOf } from './report-subject.ts'

const named: Named = { clientOrderId: 'order-1', gatewayId: '42' }
const unnamed: Named = { clientOrderId: 'order-1' }

describe('the subject of a report', () => {
  it.each<[string, Named, Named | object, Subject]>([
    ['with both names right is the own transaction', named, named, 'own'],
    ['with the name alone is the own one until the gateway has named it', unnamed, unnamed, 'own'],
    ['that names it first is the own transaction', unnamed, named, 'own'],
    ['with another identifier is another transaction', named, { ...named, gatewayId: '77' }, 'another'],
    ['without the identifier is no transaction where that is known', named, unnamed, 'nobody'],
    ['with another name is another order', named, { ...named, clientOrderId: 'order-2' }, 'other-order'],
    ['with another name alone is another order', unnamed, { clientOrderId: 'order-2' }, 'other-order'],
    ['with the identifier alone is no transaction', named, { gatewayId: '42' }, 'nobody'],
    ['with no name at all is no transaction', named, {}, 'nobody'],
    ['with no name at all is no transaction, though none is known', unnamed, {}, 'nobody'],
  ])('%s', (_, asked, told, subject) => {
    const report = { clientOrderId: undefined, gatewayId: undefined, ...told }

    expect(subjectOf(asked, report)).toBe(subject)
    expect(isAbout(asked, report)).toBe(subject === 'own')
  })
})
