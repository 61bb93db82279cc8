import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf } from './config.ts'
import { callbackKeys, signingKeys } from './gateway-credentials.ts'

const OLD = 'the-control-key-before'

const config = (former: object) => configOf({ ...env, GATEWAY_CREDENTIALS_PREVIOUS: JSON.stringify(former) })

const {
  GATEWAY_LOGIN: login,
  GATEWAY_CONTROL_KEY: current,
  GATEWAY_PRIVATE_KEY: privateKey,
} = configOf({ ...env })

describe('the keys that sign requests', () => {
  it.each([
    ['of today’s login are today’s, even while its key changes', login, { [login]: OLD }, current],
    ['of a former login are its own', 'before', { before: OLD }, OLD],
    ['of a login that no setting names are today’s', 'unknown', { before: OLD }, current],
    ['of a login that is called like a member of every object are today’s', 'constructor', {}, current],
  ])('%s', (_, of, former: Record<string, string>, key) => {
    const settings = config(
      Object.fromEntries(Object.entries(former).map(([name, controlKey]) => [name, { controlKey }])),
    )

    expect(signingKeys(settings, of).controlKey).toBe(key)
  })

  it('of a former login have its own private key, and never today’s', () => {
    expect(signingKeys(config({ before: { controlKey: OLD } }), 'before').privateKey).toBeUndefined()
    expect(signingKeys(config({ before: { controlKey: OLD, privateKey } }), 'before').privateKey).toBe(
      privateKey,
    )
  })
})

describe('the keys of callbacks', () => {
  it.each([
    ['are both while the key of a login changes', login, { [login]: { controlKey: OLD } }, [current, OLD]],
    ['are its own and today’s for a former login', 'before', { before: { controlKey: OLD } }, [current, OLD]],
    [
      'are today’s alone for a login that no setting names',
      'other',
      { before: { controlKey: OLD } },
      [current],
    ],
    ['are today’s alone where nothing changes', login, {}, [current]],
  ])('%s', (_, of, former, keys) => {
    expect(callbackKeys(config(former), of)).toEqual(keys)
  })
})
