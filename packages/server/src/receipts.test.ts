import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { isPaid, type Receipt, type ReceiptOptions, receiptVerifier } from './receipts.ts'
import { scriptedEdge } from './testing/edge.ts'

const EDGE = 'https://pay.example.com'
const NOW = 1_800_000_000

/** A pair of keys, as an edge has them. */
async function pair() {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
  const jwk = await exportJWK(publicKey)
  return { privateKey, jwk: { ...jwk, alg: 'EdDSA', use: 'sig', kid: await calculateJwkThumbprint(jwk) } }
}

type Pair = Awaited<ReturnType<typeof pair>>
let own: Pair
let foreign: Pair

beforeAll(async () => {
  own = await pair()
  foreign = await pair()
})

const CLAIMS = {
  iss: EDGE,
  sub: 'one',
  intent: 'sale',
  status: 'approved',
  captured: '4.00',
  returned: '0.00',
}

interface Changes {
  readonly claims?: object
  readonly typ?: string
  readonly signer?: Pair
  readonly kid?: string
}

const receipt = ({
  claims = {},
  typ = 'pay-receipt+jwt',
  signer = own,
  kid = signer.jwk.kid,
}: Changes = {}) =>
  new SignJWT({ ...CLAIMS, iat: NOW, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ, kid })
    .sign(signer.privateKey)

/** Verifies at a time. */
function verifier(seconds = NOW, options: Partial<ReceiptOptions> = {}) {
  const edge = scriptedEdge(Response.json({ keys: [own.jwk] }))
  const verify = receiptVerifier({ edge: EDGE, fetch: edge.fetch, now: () => seconds * 1000, ...options })
  return { verify, received: edge.received }
}

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'verified',
    (error) => error.code ?? error.name,
  )

describe('a receipt', () => {
  it('is read with its claims, and the keys are asked for once', async () => {
    const { verify, received } = verifier()

    expect(await verify(await receipt())).toMatchObject(CLAIMS)
    await verify(await receipt({ claims: { sub: 'two' } }))

    expect(received.map(({ path }) => path)).toEqual(['/.well-known/jwks.json'])
  })

  it.each<[string, Changes, number, string]>([
    ['an hour old counts', {}, NOW + 3600, 'verified'],
    ['of an edge whose clock is a little ahead counts', {}, NOW - 60, 'verified'],
    ['older than an hour does not', {}, NOW + 3601, 'receipt-outdated'],
    ['of the future does not', {}, NOW - 61, 'receipt-outdated'],
    ['without a time does not', { claims: { iat: 'soon' } }, NOW, 'receipt-outdated'],
    ['of another edge does not', { claims: { iss: 'https://evil.example' } }, NOW, 'receipt-foreign'],
    ['of another type does not', { typ: 'JWT' }, NOW, 'receipt-malformed'],
  ])('%s', async (_, changes, seconds, expected) => {
    expect(await code(verifier(seconds).verify(await receipt(changes)))).toBe(expected)
  })

  it('of a stranger’s key does not count, under whichever id', async () => {
    const { verify } = verifier()

    expect(await code(verify(await receipt({ signer: foreign })))).toBe('receipt-forged')
    expect(await code(verify(await receipt({ signer: foreign, kid: own.jwk.kid })))).toBe('receipt-forged')
  })

  it.each([
    ...['', 'a.b', 'a.b.c.d', '%.%.%', 'e30.e30.AA', 'bnVsbA.e30.AA', 'NQ.e30.AA'],
    `${'A'.repeat(10_000)}.`,
  ])('is no text of another kind: %s', async (text) => {
    expect(await code(verifier().verify(text))).toBe('receipt-malformed')
  })

  it('with an invented key makes no request of each', async () => {
    const { verify, received } = verifier()

    for (let n = 0; n < 5; n += 1)
      await code(verify(await receipt({ signer: foreign, kid: `invented-${n}` })))

    expect(received).toHaveLength(1)
  })

  it('with an invented key makes no request of each, also where many come at once', async () => {
    const { verify, received } = verifier()
    const invented = await Promise.all(
      Array.from({ length: 5 }, (_, n) => receipt({ signer: foreign, kid: `invented-${n}` })),
    )

    await Promise.all(invented.map((text) => code(verify(text))))

    expect(received).toHaveLength(1)
  })

  it('is verified once the keys can be read, though they could not be before', async () => {
    const edge = scriptedEdge(new TypeError('fetch failed'), Response.json({ keys: [own.jwk] }))
    let seconds = NOW
    const { verify } = verifier(NOW, { fetch: edge.fetch, now: () => seconds * 1000 })

    expect(await code(verify(await receipt()))).toBe('TypeError')
    seconds += 2
    expect(await code(verify(await receipt()))).toBe('verified')
  })

  it('makes no request of each while the keys cannot be read, and is not called forged', async () => {
    const edge = scriptedEdge(new TypeError('fetch failed'))
    const { verify } = verifier(NOW, { fetch: edge.fetch })
    const codes: string[] = []

    for (let n = 0; n < 5; n += 1) codes.push(await code(verify(await receipt())))

    expect(codes).toEqual(Array.from({ length: 5 }, () => 'TypeError'))
    expect(edge.received).toHaveLength(1)
  })

  it.each<[string, Partial<ReceiptOptions>]>([
    ['its edge', { edge: `${EDGE}/` }],
    ['its issuer', { edge: 'http://127.0.0.1:8787', issuer: `${EDGE}/` }],
  ])('counts where a slash ends the address of %s', async (_, options) => {
    expect(await code(verifier(NOW, options).verify(await receipt()))).toBe('verified')
  })

  it('of a local edge has the name that the edge gives itself', async () => {
    const { verify } = verifier(NOW, { edge: 'http://127.0.0.1:8787', issuer: EDGE })

    expect((await verify(await receipt())).sub).toBe('one')
  })
})

describe('a paid order', () => {
  it.each<[string, object, boolean]>([
    ['was sold', {}, true],
    ['was reserved and captured', { intent: 'preauth', status: 'captured' }, true],
    ['is not one that is only reserved', { intent: 'preauth', captured: '0.00' }, false],
    ['is not one of which a part went back', { status: 'partially-returned', returned: '1.00' }, false],
    ['is not one that went back', { status: 'returned', returned: '4.00' }, false],
    ['is not one that the bank reversed', { status: 'charged-back' }, false],
    ['is no payout', { intent: 'payout' }, false],
    ['is none of the sandbox', { test: true }, false],
  ])('%s', (_, changes, expected) => {
    expect(isPaid({ ...CLAIMS, ...changes } as unknown as Receipt)).toBe(expected)
  })

  it('is one of the sandbox where that is wanted', () => {
    expect(isPaid({ ...CLAIMS, test: true } as unknown as Receipt, { inSandbox: true })).toBe(true)
  })
})
