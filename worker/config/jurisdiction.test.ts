import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { livesWithin, objectNamed, type PlaceSettings } from './jurisdiction.ts'

const DEPLOYED: PlaceSettings = {
  JURISDICTION: 'eu',
  GATEWAY_URL: 'https://gate.example.com/paynet',
  PUBLIC_URL: 'https://pay.example.com',
}

const HERE: PlaceSettings = {
  JURISDICTION: 'eu',
  GATEWAY_URL: 'http://127.0.0.1:8788',
  PUBLIC_URL: 'http://pay.localhost:8787',
}

/** A namespace that says where it was asked. */
const namespace = (place = 'anywhere'): DurableObjectNamespace<never> =>
  ({
    getByName: (name: string) => `${name} in ${place}`,
    jurisdiction: (name: string) => namespace(name),
  }) as unknown as DurableObjectNamespace<never>

describe('an object', () => {
  it.each<[string, PlaceSettings, string]>([
    ['in the jurisdiction of the settings', DEPLOYED, 'a in eu'],
    ['in another one', { ...DEPLOYED, JURISDICTION: 'fedramp' }, 'a in fedramp'],
    ['anywhere without one', { ...DEPLOYED, JURISDICTION: 'none' }, 'a in anywhere'],
    ['on this machine, which has none', HERE, 'a in anywhere'],
    ['where the gateway is elsewhere', { ...HERE, GATEWAY_URL: DEPLOYED.GATEWAY_URL }, 'a in eu'],
    ['where the edge is elsewhere', { ...HERE, PUBLIC_URL: DEPLOYED.PUBLIC_URL }, 'a in eu'],
  ])('is found %s', (_, settings, found) => {
    expect(objectNamed(namespace(), 'a', settings)).toBe(found)
  })

  it('is not found at all on a platform without jurisdictions', () => {
    expect(() => objectNamed(env.ORDERS, 'a', DEPLOYED)).toThrow(/jurisdiction/i)
  })

  it.each<[string | undefined, PlaceSettings, boolean]>([
    ['eu', DEPLOYED, true],
    [undefined, DEPLOYED, false],
    ['fedramp', DEPLOYED, false],
    [undefined, { ...DEPLOYED, JURISDICTION: 'none' }, true],
    ['eu', { ...DEPLOYED, JURISDICTION: 'none' }, false],
    [undefined, HERE, true],
  ])('that lives in %s is where the settings say, or not', (jurisdiction, settings, isThere) => {
    const id = { ...(jurisdiction && { jurisdiction }) } as DurableObjectId

    expect(livesWithin(id, settings)).toBe(isThere)
  })
})
