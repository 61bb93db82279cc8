/** Signs in workerd, where the clock stands still while a script runs: the bench times whole requests from outside. */
import { generateKeyPairSync } from 'node:crypto'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { ROOT } from '../scripts/root.ts'
import { alternate, timed } from './alternate.ts'
import { bundled } from './bundled.ts'

/** So many signatures are one sample. */
const SIGNATURES = 300
const ROUNDS = 11
const PARAMETERS = [5, 20, 80, 200]

const SIDES = {
  'HMAC-SHA1': { ours: 'hmac', bare: 'bare-hmac', peer: 'peer-hmac' },
  'RSA-SHA256': { ours: 'rsa', bare: 'bare-rsa', peer: 'peer-rsa' },
  'SHA-1 control': { ours: 'control', bare: 'bare-control' },
} as const

/** A Worker that signs one request so many times, by the scheme and with the parameters that the query names. */
const WORKER = `
import { createHmac, createSign } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { control } from '${ROOT}/worker/signing/control.ts'
import { hmacSha1Signer } from '${ROOT}/worker/signing/hmac-sha1.ts'
import { rsaSha256Signer } from '${ROOT}/worker/signing/rsa-sha256.ts'

const encoder = new TextEncoder()
const url = 'https://gateway.example.com/paynet/api/v2/sale/1001'
const bodies = new Map()
const bodyOf = (count) => {
  const body = bodies.get(count) ?? Array.from({ length: count }, (_, place) => ['field_' + place, 'Zoë & value ' + place])
  bodies.set(count, body)
  return body
}
const text = (count) => bodyOf(count).map((pair) => pair.join('=')).join('&')

const sides = (env) => {
  const hmac = hmacSha1Signer({ consumerKey: 'shop', consumerSecret: 'secret' })
  const rsa = rsaSha256Signer({ consumerKey: 'shop', privateKey: env.PRIVATE_KEY })
  const der = Uint8Array.from(atob(env.PRIVATE_KEY.replace(/-----.*-----|\\s/g, '')), (one) => one.charCodeAt(0))
  const rsaName = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const rsaKey = crypto.subtle.importKey('pkcs8', der, rsaName, false, ['sign'])
  const hmacName = { name: 'HMAC', hash: 'SHA-1' }
  const hmacKey = crypto.subtle.importKey('raw', encoder.encode('secret&'), hmacName, false, ['sign'])
  const peer = (method, hash_function) => {
    const oauth = new OAuth({ consumer: { key: 'shop', secret: 'secret' }, signature_method: method, hash_function })
    return async (count) => {
      const data = Object.fromEntries(bodyOf(count))
      return oauth.toHeader(oauth.authorize({ url, method: 'POST', data })).Authorization
    }
  }
  const own = (sign) => (count) => sign({ method: 'POST', url, body: bodyOf(count) })
  return {
    hmac: own(hmac),
    rsa: own(rsa),
    control: (count) => control(bodyOf(count).map(([, value]) => value), 'secret'),
    'bare-hmac': async (count) => crypto.subtle.sign('HMAC', await hmacKey, encoder.encode(text(count))),
    'bare-rsa': async (count) => crypto.subtle.sign(rsaName.name, await rsaKey, encoder.encode(text(count))),
    'bare-control': async (count) => crypto.subtle.digest('SHA-1', encoder.encode(text(count))),
    'peer-hmac': peer('HMAC-SHA1', (base, key) => createHmac('sha1', key).update(base).digest('base64')),
    'peer-rsa': peer('RSA-SHA256', (base) => createSign('sha256').update(base).sign(env.PRIVATE_KEY, 'base64')),
    nothing: async () => undefined,
  }
}

let made
export default {
  async fetch(request, env) {
    const query = new URL(request.url).searchParams
    made ??= sides(env)
    const sign = made[query.get('side')]
    const parameters = Number(query.get('parameters'))
    for (let left = Number(query.get('signatures')); left > 0; left -= 1) await sign(parameters)
    return new Response('done')
  },
}`

const signingScript = async () => (await bundled(WORKER, { isWorker: true })).script

/** Microseconds of one signature, beside the bare call of WebCrypto and the package that others use. */
export async function signing(): Promise<readonly PartResult[]> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const options = convertV4MiniflareOptions({
    host: '127.0.0.1',
    workers: [
      {
        name: 'signing',
        ...{ compatibilityDate: '2026-10-01', compatibilityFlags: ['nodejs_compat'] },
        modules: [{ type: 'ESModule', path: 'signing.js', contents: await signingScript() }],
        bindings: { PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) },
      },
    ],
  })
  const worker = new Miniflare(options)
  try {
    const { origin } = await worker.ready
    const rows: Row[] = []
    for (const [scheme, sides] of Object.entries(SIDES)) {
      for (const parameters of PARAMETERS) rows.push(...(await compared(origin, scheme, sides, parameters)))
    }
    return [
      {
        title: 'One signature in workerd, microseconds',
        rows,
        notes: [
          `${ROUNDS} samples of ${SIGNATURES} signatures each, in turn; the request without a signature is taken off.`,
          'ours: pay-checkout. bare: the call of WebCrypto over a text of the same parameters, unsorted and not encoded. peer: oauth-1.0a with node:crypto.',
        ],
      },
    ]
  } finally {
    await worker.dispose()
  }
}

async function compared(
  origin: string,
  scheme: string,
  sides: Readonly<Record<string, string>>,
  parameters: number,
): Promise<Row[]> {
  const request = async (side: string, signatures: number) => {
    const reply = await fetch(
      `${origin}/?${new URLSearchParams({ side, parameters: `${parameters}`, signatures: `${signatures}` })}`,
    )
    if (!reply.ok) throw new Error(`${side}: ${await reply.text()}`)
    await reply.text()
  }
  const sample = (side: string) => async () => {
    const whole = await timed(() => request(side, SIGNATURES))
    return ((whole - (await timed(() => request('nothing', SIGNATURES)))) * 1000) / SIGNATURES
  }
  const measured = await alternate(
    Object.entries(sides).map(([name, side]) => ({ name, sample: sample(side) })),
    ROUNDS,
  )
  return measured.map((one) => ({ scheme, parameters, ...one }))
}
