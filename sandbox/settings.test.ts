import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { parseSettings } from './settings.ts'

const VARIABLES = {
  SANDBOX_LOGIN: 'merchant',
  SANDBOX_CONTROL_KEY: 'very-secret',
  SANDBOX_ENDPOINTS: '{ "1": { "currencies": "*" }, "2": { "currencies": ["EUR"], "group": true } }',
}

const parse = (changes: object = {}) =>
  // The binding is not a setting, so no test has one.
  parseSettings({ ...VARIABLES, ...changes } as unknown as Parameters<typeof parseSettings>[0])

it('fills in the addresses of a machine that runs everything', () => {
  expect(parse()).toMatchObject({
    url: 'http://gateway.localhost:8788',
    bankUrl: 'http://bank.localhost:8788',
  })
})

it('tries a callback thirty times, ever more slowly, over two weeks', () => {
  const { callbackRetriesMs } = parse()

  const days = callbackRetriesMs.reduce((sum, delay) => sum + delay, 0) / 86_400_000
  expect(callbackRetriesMs).toHaveLength(29)
  expect(callbackRetriesMs).toEqual(callbackRetriesMs.toSorted((a, b) => a - b))
  expect(days).toBeGreaterThan(13)
  expect(days).toBeLessThan(14)
})

it.each([
  ['SANDBOX_LOGIN', ''],
  ['SANDBOX_CONTROL_KEY', ' '],
  ['SANDBOX_PUBLIC_KEY', 'a key'],
  ['SANDBOX_FORMER_KEYS', '{}'],
  ['SANDBOX_FORMER_KEYS', '[{ "login": "before" }]'],
  ['SANDBOX_FORMER_KEYS', '[{ "login": "before", "controlKey": "a key", "publicKey": "a key" }]'],
  ['SANDBOX_URL', 'gateway'],
  ['BANK_URL', ''],
  ['SANDBOX_ENDPOINTS', '{'],
  ['SANDBOX_ENDPOINTS', '{}'],
  ['SANDBOX_ENDPOINTS', '{ "a": { "currencies": "*" } }'],
  ['SANDBOX_ENDPOINTS', '{ "1": { "currencies": "EUR" } }'],
  ['SANDBOX_CALLBACK_RETRIES_MS', '[-1]'],
  ['SANDBOX_CALLBACK_RETRIES_MS', '5'],
  ['SANDBOX_BANK_TIMES', '{'],
  ['SANDBOX_BANK_TIMES', '5'],
  ['SANDBOX_BANK_TIMES', '{ "startMs": -1 }'],
  ['SANDBOX_BANK_TIMES', '{ "start": 1 }'],
])('names %s when it is %j', (name, value) => {
  expect(() => parse({ [name]: value })).toThrow(name)
})

it('keeps the times of the bank that are not set', () => {
  const { bankTimes } = parse({ SANDBOX_BANK_TIMES: '{ "startMs": 5 }' })

  expect(bankTimes).toMatchObject({ startMs: 5, finishMs: 600_000, slowMethodMs: 12_000 })
})

it('never tells a value, not even in the cause of the error', () => {
  const error = thrownBy(() => parse({ SANDBOX_ENDPOINTS: 'very-secret' }))
  expect([error.message, error.cause]).toEqual(['SANDBOX_ENDPOINTS is not JSON', undefined])
})

function thrownBy(action: () => void): Error {
  try {
    action()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new TypeError('nothing was thrown')
}

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })
const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

it.each([
  ['a short key', () => rsa(1024).publicKey.export({ type: 'spki', format: 'pem' })],
  ['a key that is not RSA', () => ec().publicKey.export({ type: 'spki', format: 'pem' })],
  ['a private key', () => rsa(2048).privateKey.export({ type: 'pkcs8', format: 'pem' })],
])('does not take %s as the merchant’s', (_what, pem) => {
  expect(() => parse({ SANDBOX_PUBLIC_KEY: pem() })).toThrow('SANDBOX_PUBLIC_KEY')
})

it.each(['spki', 'pkcs1'] as const)('takes an RSA key of 2048 bits as PEM in %s', (type) => {
  const pem = rsa(2048).publicKey.export({ type, format: 'pem' })

  const { publicKey } = parse({ SANDBOX_PUBLIC_KEY: pem })

  expect(publicKey?.export({ type, format: 'pem' })).toBe(pem)
})

it('does without the merchant’s key', () => {
  expect(parse({ SANDBOX_PUBLIC_KEY: ' ' }).publicKey).toBeUndefined()
})
