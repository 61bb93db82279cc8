import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { judgeEvent, subjectOf, verifyWebhook, type WebhookEvent } from './webhooks.ts'

/** The message of docs/webhooks.md. */
const SECRET = 'whsec_cGF5LWNoZWNrb3V0IGV4YW1wbGUgc2VjcmV0IQ=='
const BODY = '{"type":"order.approved"}'
const AT = 1_800_000_000
const HEADERS = {
  'webhook-id': 'example.1.1',
  'webhook-timestamp': String(AT),
  'webhook-signature': 'v1,UKhtbvcGeMucZSVqQpzMz18LivfPmK/nHQ1fW2s6BOE=',
}
const OTHER = `whsec_${btoa('another secret of thirty bytes')}`

interface Given {
  readonly secrets?: string | readonly string[]
  readonly seconds?: number
  readonly toleranceSeconds?: number
}

const verified = (
  { body = BODY, headers = HEADERS }: { body?: string | Uint8Array | ArrayBuffer; headers?: object },
  { secrets = SECRET, seconds = AT, ...more }: Given = {},
) => verifyWebhook({ body, headers: headers as typeof HEADERS }, { secrets, now: seconds * 1000, ...more })

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'verified',
    (error) => error.code ?? error.name,
  )

describe('a webhook', () => {
  it.each<[string, Parameters<typeof verified>]>([
    ['as text', [{}]],
    ['as bytes', [{ body: new TextEncoder().encode(BODY) }]],
    ['as a buffer', [{ body: new TextEncoder().encode(BODY).buffer }]],
    ['with the platform’s headers', [{ headers: new Headers(HEADERS) }]],
    ['under the second of two secrets', [{}, { secrets: [OTHER, SECRET] }]],
    ['under secrets in one text', [{}, { secrets: `${OTHER} ${SECRET}` }]],
    [
      'with a signature among others',
      [
        {
          headers: { ...HEADERS, 'webhook-signature': `v1a,x v1,AAAA v1,%% ${HEADERS['webhook-signature']}` },
        },
      ],
    ],
    ['five minutes late', [{}, { seconds: AT + 300 }]],
  ])('is verified %s', async (_, given) => {
    expect(await verified(...given)).toEqual({ type: 'order.approved', id: 'example.1.1' })
  })

  it.each<[string, Parameters<typeof verified>, string]>([
    ['of another body', [{ body: `${BODY} ` }], 'webhook-forged'],
    ['of another id', [{ headers: { ...HEADERS, 'webhook-id': 'example.1.2' } }], 'webhook-forged'],
    ['of another secret', [{}, { secrets: OTHER }], 'webhook-forged'],
    ['of another version', [{ headers: { ...HEADERS, 'webhook-signature': 'v2,UKht' } }], 'webhook-forged'],
    ['too late', [{}, { seconds: AT + 301 }], 'webhook-outdated'],
    ['too early', [{}, { seconds: AT - 301 }], 'webhook-outdated'],
    ['within a tolerance that is no number', [{}, { toleranceSeconds: Number.NaN }], 'webhook-outdated'],
    ['without a time', [{ headers: { ...HEADERS, 'webhook-timestamp': 'NaN' } }], 'webhook-malformed'],
    [
      'without a signature',
      [{ headers: { ...HEADERS, 'webhook-signature': undefined } }],
      'webhook-malformed',
    ],
    ['with an id twice', [{ headers: { ...HEADERS, 'webhook-id': ['a', 'b'] } }], 'webhook-malformed'],
    ['without our secret', [{}, { secrets: [] }], 'TypeError'],
    ['under a secret that anybody knows', [{}, { secrets: 'whsec_' }], 'TypeError'],
    ['under a secret without its prefix', [{}, { secrets: SECRET.slice(6) }], 'TypeError'],
  ])('is not believed %s', async (_, given, expected) => {
    expect(await code(verified(...given))).toBe(expected)
  })

  it('is one that another library of the standard signs', async () => {
    const body = JSON.stringify({ type: 'order.approved', data: { note: 'Grüße, “Ann” 🙂' } })
    const signature = new Webhook(SECRET).sign('msg.1', new Date(AT * 1000), body)

    const event = await verified({
      body,
      headers: { ...HEADERS, 'webhook-id': 'msg.1', 'webhook-signature': signature },
    })

    expect(event).toMatchObject({ id: 'msg.1', data: { note: 'Grüße, “Ann” 🙂' } })
  })
})

/** A message of one order. */
const message = (id: string, seq: number) =>
  ({ id, type: 'order.approved', timestamp: '', data: { order: { id: 'one', seq } } }) as WebhookEvent

describe('what is kept of messages', () => {
  it('drops repeats, and knows older orders', () => {
    const arrived = [
      ['a', 3],
      ['a', 3],
      ['b', 5],
      ['c', 4],
      ['d', 5],
      ['c', 4],
    ] as const
    const verdicts: string[] = []
    let memory: Parameters<typeof judgeEvent>[1]

    for (const [id, seq] of arrived) {
      const judged = judgeEvent(message(id, seq), memory)
      memory = JSON.parse(JSON.stringify(judged.memory))
      verdicts.push(judged.verdict)
    }

    expect(verdicts).toEqual(['new', 'repeat', 'new', 'late', 'new', 'repeat'])
    expect(memory).toEqual({ seq: 5, ids: ['a', 'b', 'c', 'd'] })
  })

  it('is new again where a doubt about an outcome is over, so that who acts has to note it', () => {
    const first = judgeEvent(message('a', 4))
    const doubt = judgeEvent(message('b', 5), first.memory)
    const confirmed = judgeEvent(message('c', 6), doubt.memory)

    expect([first, doubt, confirmed].map(({ verdict }) => verdict)).toEqual(['new', 'new', 'new'])
  })

  it('does not grow without end', () => {
    let memory: Parameters<typeof judgeEvent>[1]
    for (let seq = 1; seq <= 1000; seq += 1) memory = judgeEvent(message(`m${seq}`, seq), memory).memory

    expect(memory?.ids).toHaveLength(200)
    expect(memory?.ids.at(-1)).toBe('m1000')
  })

  it('is kept for an order, or for the edge', () => {
    const low = {
      id: 'x',
      type: 'product.low',
      timestamp: '',
      data: { product: { id: 'mug', left: 1, lowAt: 2 } },
    }

    expect(subjectOf(message('a', 1))).toBe('one')
    expect(subjectOf(low as WebhookEvent)).toBe('edge')
    expect(judgeEvent(low as WebhookEvent).verdict).toBe('new')
  })
})
