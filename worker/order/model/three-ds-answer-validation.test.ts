import { describe, expect, it } from 'vitest'
import type { Step } from './state.ts'
import { validateAnswer } from './three-ds-answer-validation.ts'

const NOW = 1_800_000_000_000
const IDS = { threeDSServerTransID: 'aa-1', acsTransID: 'bb-1' }

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const base64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const cres = (change: object = {}) => ({ messageType: 'CRes', ...IDS, transStatus: 'Y', ...change })

const step = (change: Partial<Step> & Pick<Step, 'type'>): Step => ({ since: NOW, address: 'a', ...change })
const METHOD = step({ type: 'method', url: 'https://b', serverTransactionId: 'aa-1' })
const CHALLENGE = step({ type: 'challenge', creq: base64Url({ messageType: 'CReq', ...IDS }) })
const OPAQUE = step({ type: 'challenge', creq: 'not to be read' })
const PAREQ = step({ type: 'pareq', pareq: 'eJx', md: 'm-1' })

const judge = (waiting: Step, fields: Record<string, string>, { ends = NOW + 1, now = NOW } = {}) =>
  validateAnswer(waiting, { answer: { step: waiting.type as 'method', fields }, ends, now })

const verdictOf = (waiting: Step, fields: Record<string, string>) => {
  const verdict = judge(waiting, fields)
  return verdict.ok ? 'handed on' : verdict.reason
}

describe('the result of a challenge', () => {
  it.each<[string, Record<string, string>, string]>([
    ['of this transaction', { cres: base64Url(cres()) }, 'handed on'],
    ['that is padded', { cres: base64(cres({ x: 'to pad' })) }, 'handed on'],
    ['with blanks around it', { cres: ` ${base64Url(cres())}\n` }, 'handed on'],
    ['that says no', { cres: base64Url(cres({ transStatus: 'N' })) }, 'handed on'],
    [
      'with its names in other letters',
      { cres: base64Url(cres({ threeDSServerTransID: 'AA-1' })) },
      'handed on',
    ],
    [
      'that names one of its two transactions',
      { cres: base64Url(cres({ acsTransID: undefined })) },
      'handed on',
    ],
    ['that is an error message', { cres: base64Url({ messageType: 'Erro', ...IDS }) }, 'handed on'],
    [
      'that is an error message without a name',
      { cres: base64Url({ messageType: 'Erro', errorCode: '403' }) },
      'handed on',
    ],
    [
      'that is an error message in another field',
      { erro: base64Url({ messageType: 'Erro', ...IDS }) },
      'handed on',
    ],
    [
      'that is another’s error message',
      { cres: base64Url({ messageType: 'Erro', acsTransID: 'bb-2' }) },
      'of-another',
    ],
    ['of an unknown kind', { cres: base64Url(cres({ messageType: 'Other' })) }, 'handed on'],
    ['without a body', {}, 'empty'],
    ['that is empty', { cres: '' }, 'empty'],
    ['under another name', { result: base64Url(cres()) }, 'empty'],
    [
      'of another 3-D Secure server’s transaction',
      { cres: base64Url(cres({ threeDSServerTransID: 'aa-2' })) },
      'of-another',
    ],
    ['of another transaction of the bank’s', { cres: base64Url(cres({ acsTransID: 'bb-2' })) }, 'of-another'],
    ['whose name is no text', { cres: base64Url(cres({ acsTransID: {} })) }, 'of-another'],
    ['that names none', { cres: base64Url({ messageType: 'CRes', transStatus: 'Y' }) }, 'malformed'],
    ['that is cut off', { cres: base64Url(cres()).slice(0, -6) }, 'malformed'],
    ['that is no base64', { cres: '%%%' }, 'malformed'],
    ['that is no object', { cres: base64Url(null) }, 'malformed'],
    ['that is endless', { cres: 'a'.repeat(4097) }, 'too-long'],
  ])('%s', (_, fields, verdict) => {
    expect(verdictOf(CHALLENGE, fields)).toBe(verdict)
  })

  it.each<[string, Record<string, string>, string]>([
    ['cannot be compared, so a message goes to the gateway', { cres: base64Url(cres()) }, 'handed on'],
    ['cannot be compared, and must be a message all the same', { cres: 'nonsense' }, 'malformed'],
  ])('of a question that cannot be read %s', (_, fields, verdict) => {
    expect(verdictOf(OPAQUE, fields)).toBe(verdict)
  })

  it('goes on as it came, and nothing else with it', () => {
    const fields = { cres: base64(cres({ x: 'to pad' })), threedssessiondata: 'data', other: 'x' }

    expect(judge(CHALLENGE, fields)).toEqual({ ok: true, value: { cres: fields.cres } })
  })
})

describe('the result of the old protocol', () => {
  it.each<[string, Record<string, string>, string]>([
    ['with what the bank gave back', { pares: 'eJx+/w==', md: 'm-1' }, 'handed on'],
    ['without it', { pares: 'eJx' }, 'handed on'],
    ['in lines', { pares: 'eJx\r\nabc' }, 'handed on'],
    ['of another payment', { pares: 'eJx', md: 'm-2' }, 'of-another'],
    ['without a body', {}, 'empty'],
    ['that is blank', { pares: ' ', md: 'm-1' }, 'empty'],
    ['that is no base64', { pares: '<x>', md: 'm-1' }, 'malformed'],
    ['that is endless', { pares: 'a'.repeat(10_241), md: 'm-1' }, 'too-long'],
  ])('%s', (_, fields, verdict) => {
    expect(verdictOf(PAREQ, fields)).toBe(verdict)
  })
})

describe('the answer of a Method page', () => {
  const data = (threeDSServerTransID: unknown) => ({ threedsmethoddata: base64Url({ threeDSServerTransID }) })

  it.each<[string, Step, Record<string, string>, string]>([
    ['of this transaction', METHOD, data('aa-1'), 'handed on'],
    ['that is padded', METHOD, { threedsmethoddata: base64({ threeDSServerTransID: 'aa-1' }) }, 'handed on'],
    ['of another one', METHOD, data('aa-2'), 'of-another'],
    ['without a name', METHOD, data(undefined), 'of-another'],
    ['of a transaction whose name is not known', step({ type: 'method' }), data(undefined), 'of-another'],
    ['without a body', METHOD, {}, 'empty'],
    ['that is no message', METHOD, { threedsmethoddata: '%' }, 'malformed'],
  ])('%s', (_, waiting, fields, verdict) => {
    expect(verdictOf(waiting, fields)).toBe(verdict)
  })

  it.each([
    ['in time', NOW, { ok: true }],
    ['after its time', NOW + 1, { ok: false, reason: 'late' }],
  ])('%s', (_, now, verdict) => {
    expect(judge(METHOD, data('aa-1'), { ends: NOW, now })).toMatchObject(verdict)
  })
})

it.each([
  ['a fifth time', 4, { ok: true }],
  ['a sixth time', 5, { ok: false, reason: 'too-many' }],
])('an answer is judged %s', (_, answerCount, verdict) => {
  expect(judge({ ...CHALLENGE, answerCount }, { cres: base64Url(cres()) })).toMatchObject(verdict)
})

it('nonsense does not use up the tries, so that a stranger cannot keep the bank’s answer out', () => {
  expect(verdictOf({ ...CHALLENGE, answerCount: 5 }, { cres: 'nonsense' })).toBe('malformed')
})

it('a challenge’s result is heard however late', () => {
  const late = { ends: NOW - 1, now: NOW }

  expect(judge(CHALLENGE, { cres: base64Url(cres()) }, late)).toMatchObject({ ok: true })
})
