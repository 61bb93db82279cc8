/** What a browser may bring in place of a bank's answer: anything, and nearly all of it stays without effect. */
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { NASTY_TEXTS } from '../../../shared/testing/nasty-texts.ts'
import type { Step } from './state.ts'
import { type StepAnswer, validateAnswer } from './three-ds-answer-validation.ts'

const OWN = 'd3e5b2f0-0000-4000-8000-000000000001'
const ACS = 'acs-1'

const inBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

const CREQ = inBase64(JSON.stringify({ messageType: 'CReq', threeDSServerTransID: OWN, acsTransID: ACS }))

const STEPS: readonly Step[] = [
  { type: 'method', serverTransactionId: OWN, address: '', since: 0 },
  { type: 'challenge', url: 'https://bank.example.com', creq: CREQ, address: '', since: 0 },
  { type: 'challenge', url: 'https://bank.example.com', creq: 'no message', address: '', since: 0 },
  { type: 'pareq', url: 'https://bank.example.com', pareq: 'eJx', md: 'm-1', address: '', since: 0 },
  { type: 'redirect', url: 'https://bank.example.com', address: '', since: 0 },
  { type: 'page', html: '<p>', address: '', since: 0 },
] as const

const nasty = fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary' }))

/** Members that some check looks at, of every type that JSON has. */
const message = fc.dictionary(
  fc.constantFrom(
    'messageType',
    'threeDSServerTransID',
    'acsTransID',
    'transStatus',
    'toString',
    '__proto__',
  ),
  fc.oneof(
    fc.constantFrom(OWN, OWN.toUpperCase(), ACS, 'CRes', 'Erro', 'id-2', { toString: 1, valueOf: 1 }, [OWN]),
    nasty,
    fc.jsonValue(),
  ),
)

const text = fc.oneof(
  { weight: 3, arbitrary: message.map((value) => inBase64(JSON.stringify(value))) },
  message.map((value) =>
    inBase64(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  ),
  fc.jsonValue().map((value) => inBase64(JSON.stringify(value))),
  nasty,
)

const fields = fc.dictionary(
  fc.oneof(fc.constantFrom('cres', 'pares', 'md', 'threedsmethoddata', 'threedssessiondata', 'error'), nasty),
  text,
)

const answers = fc.record<Pick<StepAnswer, 'step' | 'fields'>>({
  step: fc.constantFrom('method', 'challenge', 'pareq'),
  fields,
})

/** Fields that the gateway is handed, and the most that it takes of each. */
const MAX = { threedsmethoddata: Number.POSITIVE_INFINITY, cres: 4096, pares: 10_240, md: 1024 }

const decoded = (base64: string) => JSON.parse(atob(base64.trim().replaceAll('-', '+').replaceAll('_', '/')))

describe('validateAnswer', () => {
  it('hands on only what it was brought, within what the gateway takes, and only for this transaction', () => {
    let handedOn = 0
    fc.assert(
      fc.property(fc.constantFrom(...STEPS), answers, (step, answer) => {
        const judged = validateAnswer(step, { answer, ends: undefined, now: 0 })
        if (!judged.ok || answer.step !== step.type) return
        handedOn += 1
        const brought = Object.values(answer.fields)
        for (const [name, value] of Object.entries(judged.value)) {
          expect(brought).toContain(value)
          expect(value.length).toBeLessThanOrEqual(MAX[name as keyof typeof MAX])
        }
        const { cres, threedsmethoddata: data } = judged.value as Readonly<Record<string, string>>
        const named = [data, cres].flatMap((one) => (one ? [decoded(one)] : []))
        for (const { threeDSServerTransID: id = OWN } of named)
          if (step.creq !== 'no message')
            expect(id).toSatisfy((text) => typeof text === 'string' && text.toLowerCase() === OWN)
      }),
      { numRuns: inject('propertyRuns'), seed: inject('propertySeed') },
    )
    // Else nothing would be tried that gets far.
    expect(handedOn).toBeGreaterThan(0)
  })

  it.each(NASTY_TEXTS.map((one) => [one.slice(0, 40), one]))(
    'survives %j wherever it may stand',
    (_, one) => {
      const forms = [
        one,
        inBase64(one),
        inBase64(JSON.stringify({ threeDSServerTransID: one, messageType: one })),
      ]
      for (const step of STEPS)
        for (const value of forms)
          for (const answered of ['method', 'challenge', 'pareq'] as const) {
            const answer = {
              step: answered,
              fields: { cres: value, pares: value, md: value, threedsmethoddata: value, [one]: value },
            }
            expect(() => validateAnswer(step, { answer, ends: undefined, now: 0 })).not.toThrow()
          }
    },
  )

  it.each(['threeDSServerTransID', 'acsTransID'])('takes no object for the %s, which has no text', (name) => {
    const step: Step = {
      type: 'challenge',
      url: 'https://bank.example.com',
      creq: CREQ,
      address: '',
      since: 0,
    }
    const cres = inBase64(JSON.stringify({ messageType: 'CRes', [name]: { toString: 1, valueOf: 1 } }))

    const judged = validateAnswer(step, {
      answer: { step: 'challenge', fields: { cres } },
      ends: undefined,
      now: 0,
    })

    expect(judged).toMatchObject({ ok: false, reason: 'of-another' })
  })
})
