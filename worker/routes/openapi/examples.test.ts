import { describe, expect, it } from 'vitest'
import type { ApiOperation } from '../api-operation.ts'
import { OPERATIONS } from '../operation-list.ts'
import { exampleProblem, webhookProblem } from '../testing/document.ts'
import { publicOperations } from './document.ts'
import type { ApiRecording } from './examples.ts'
import text from './recorded-examples.json?raw'

const { answers, webhooks }: ApiRecording = JSON.parse(text)

describe('a recorded example', () => {
  it.each(answers.map((one) => [one.operationId, one.summary, one] as const))(
    'of %s, %s, is what the document describes',
    (_, __, one) => {
      expect(exampleProblem(one)).toBeUndefined()
    },
  )

  it.each(Object.entries(webhooks))('of the webhook %s is what the document describes', (type, body) => {
    expect(webhookProblem(type, body)).toBeUndefined()
  })

  it('shows each public operation that answers JSON', () => {
    const shown = new Set(
      answers.filter(({ status }) => status === 200).map(({ operationId }) => operationId),
    )
    const answersJson = (row: ApiOperation) =>
      row.reply.body !== undefined && typeof row.reply.body !== 'string'
    const all = Object.entries(publicOperations(OPERATIONS)).filter(([, row]) => answersJson(row))

    // The document is its own example.
    expect(all.map(([name]) => name).filter((name) => !shown.has(name))).toEqual(['getInterface'])
  })

  it('has a name of its own among those of its operation', () => {
    const names = answers.map(({ operationId, summary, status }) => `${operationId} ${status} ${summary}`)

    expect(new Set(names).size).toBe(names.length)
  })

  it('holds no token, no offer and no address of a machine', () => {
    expect(text).not.toMatch(/eyJ[\w-]*\.|localhost|127\.0\.0\.1|pck_/)
    expect(text).toContain('https://shop.example.com')
  })
})
