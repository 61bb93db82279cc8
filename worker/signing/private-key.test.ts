import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { element, TAG } from './der.ts'
import { parsePrivateKey } from './private-key.ts'
import { PROBLEM } from './private-key-problem.ts'
import { rsaSha256Signer } from './rsa-sha256.ts'

/** Keys are made for one run: none is in the repository. */
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const edwards = generateKeyPairSync('ed25519')

const textOf = ({ privateKey }: { privateKey: KeyObject }, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8') =>
  String(privateKey.export({ type, format: 'pem' }))

const locked = (type: 'pkcs8' | 'pkcs1') =>
  String(rsa.privateKey.export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' }))

const der = Uint8Array.from(rsa.privateKey.export({ type: 'pkcs8', format: 'der' }))
const pem = textOf(rsa)
const pkcs1 = textOf(rsa, 'pkcs1')

const armour = (bytes: Uint8Array, label = 'PRIVATE KEY') =>
  `-----BEGIN ${label}-----\n${btoa(String.fromCharCode(...bytes))}\n-----END ${label}-----`

/** A key in form alone. */
function keyWithModulus(...modulus: readonly number[]) {
  const integer = (...bytes: readonly number[]) => element(TAG.integer, Uint8Array.from(bytes))
  const rest = Array.from({ length: 7 }, () => integer(1))
  return armour(element(TAG.sequence, integer(0), integer(...modulus), ...rest), 'RSA PRIVATE KEY')
}

const ofBytes = (length: number) => Array.from({ length }, () => 0xff)

/** 1.2.840.113549.1.1.1 becomes …10, the identifier of keys for RSA-PSS alone. */
const forPss = Uint8Array.from(der, (byte, at) => (at === der.indexOf(0x2a) + 8 ? 0x0a : byte))

describe('parsePrivateKey accepts', () => {
  it.each([
    ['PKCS#8', pem],
    ['PKCS#1', pkcs1],
    ['line feeds of Windows', pem.replaceAll('\n', '\r\n')],
    ['line feeds that came in as two characters', pem.replaceAll('\n', '\\n')],
    ['line feeds of Windows that came in as four', pkcs1.replaceAll('\n', '\\r\\n')],
    ['no line feeds at all', pem.replaceAll('\n', ' ')],
    ['blanks around it', ` \n\t${pem}\r\n \n`],
  ])('%s, and gives the same bytes', (_, text) => {
    expect(parsePrivateKey(text)).toEqual({ ok: true, value: der })
  })

  it.each([
    ['exactly 2048 bits', pem],
    ['3072 bits', textOf(generateKeyPairSync('rsa', { modulusLength: 3072 }))],
  ])('%s', (_, text) => {
    expect(parsePrivateKey(text)).toHaveProperty('ok', true)
  })
})

describe('parsePrivateKey refuses', () => {
  it.each([
    ['nothing', '', PROBLEM.noPem],
    ['base64 without its two lines', pem.split('\n').slice(1, -2).join('\n'), PROBLEM.noPem],
    ['a key that is cut off', pem.slice(0, 900), PROBLEM.unfinished],
    ['text after it', `${pem}\nand more`, PROBLEM.unfinished],
    ['text before it', `Bag Attributes\n${pem}`, PROBLEM.unfinished],
    ['two keys', `${pem}\n${pem}`, PROBLEM.unfinished],
    ['a line that ends another kind of block', pem.replace('END PRIVATE', 'END PUBLIC'), PROBLEM.unfinished],
    ['a key under a passphrase', locked('pkcs8'), PROBLEM.encrypted],
    ['a PKCS#1 key under a passphrase', locked('pkcs1'), PROBLEM.encrypted],
    ['a public key', String(rsa.publicKey.export({ type: 'spki', format: 'pem' })), PROBLEM.notPrivate],
    ['a PKCS#1 public key', armour(der, 'RSA PUBLIC KEY'), PROBLEM.notPrivate],
    ['a certificate', armour(der, 'CERTIFICATE'), PROBLEM.notPrivate],
    ['the format of OpenSSH', armour(der, 'OPENSSH PRIVATE KEY'), PROBLEM.openSsh],
    ['parameters', armour(der, 'DH PARAMETERS'), PROBLEM.unknown],
    ['an elliptic curve', textOf(curve), PROBLEM.notRsa],
    ['an elliptic curve by its own name', textOf(curve, 'sec1'), PROBLEM.notRsa],
    ['Ed25519', textOf(edwards), PROBLEM.notRsa],
    ['RSA-PSS', armour(forPss), PROBLEM.notRsa],
    ['characters that are not base64', pem.replace('MII', '***'), PROBLEM.notBase64],
    ['a block without content', '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----', PROBLEM.notBase64],
    ['bytes after the key', armour(Uint8Array.of(...der, 0)), PROBLEM.malformed],
    ['bytes that are too few', armour(der.subarray(0, -1)), PROBLEM.malformed],
    ['PKCS#8 under the name of PKCS#1', armour(der, 'RSA PRIVATE KEY'), PROBLEM.malformed],
    ['1024 bits', textOf(short), PROBLEM.tooShort],
    ['2047 bits', keyWithModulus(0x7f, ...ofBytes(255)), PROBLEM.tooShort],
    ['2047 bits after many zeros', keyWithModulus(0, 0, 0x7f, ...ofBytes(255)), PROBLEM.tooShort],
  ])('%s', (_, text, reason) => {
    expect(parsePrivateKey(text)).toEqual({ ok: false, reason })
  })

  it.each([
    ['the modulus', 150],
    ['the private exponent', 420],
    ['the first prime', 640],
    ['the second prime', 770],
    ['the first exponent', 900],
    ['the second exponent', 1030],
    ['the coefficient', 1160],
  ])('a key of the right form with another byte in %s', (_, at) => {
    const damaged = der.with(at, (der[at] ?? 0) ^ 1)

    expect(parsePrivateKey(armour(damaged))).toEqual({ ok: false, reason: PROBLEM.malformed })
  })

  it('damaged keys with a reason, and never throws', () => {
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.nat(255), fc.nat(der.length), (at, byte, end) => {
        const result = parsePrivateKey(armour(der.with(at, byte).subarray(0, end)))

        expect(result.ok || Object.values(PROBLEM).includes(result.reason)).toBe(true)
      }),
    )
  })

  it('any text with a reason, and never throws', () => {
    const text = fc.string({
      unit: fc.constantFrom('-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'MIIB', '\\n', '='),
    })
    fc.assert(
      fc.property(text, (given) => {
        expect(parsePrivateKey(given).ok).toBe(false)
      }),
    )
  })
})

it('a signer is not made with a refused key, and says why without quoting it', () => {
  expect(() => rsaSha256Signer({ consumerKey: 'merchant', privateKey: textOf(short) })).toThrow(
    new TypeError('private key is shorter than 2048 bits'),
  )
})
