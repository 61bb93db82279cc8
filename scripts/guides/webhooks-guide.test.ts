import { createHmac } from 'node:crypto'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { endpointId, webhooks } from '../../worker/config/webhooks-setting.ts'
import { EVERY_TYPE } from '../../worker/outbox/notifications.ts'
import { bodyOf, signedHeaders } from '../../worker/outbox/webhook.ts'
import { inScratch } from '../checks/bundle.ts'
import { ROOT } from '../root.ts'
import { webhookExample } from './webhook-example.ts'

const guide = await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8')

const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text)

/** Runs code of the guide as a reader would who copied it. */
const running = <Module, Answer>(code: string, use: (module: Module) => Answer | Promise<Answer>) =>
  inScratch(async (folder) => {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'code.mjs'), code)
    return use(await import(/* @vite-ignore */ pathToFileURL(join(folder, 'code.mjs')).href))
  })

const cell = (name: string) => {
  const [, value = ''] = new RegExp(`^\\| ${name} \\| \`(.*)\` \\|$`, 'm').exec(guide) ?? []
  return value
}

describe('the guide to webhooks', () => {
  it('shows the message that the edge really posts', () => {
    const messages = blocks('json').map((text) => JSON.parse(text))

    expect(messages.filter(({ type }) => type !== undefined)).toEqual([JSON.parse(bodyOf(webhookExample))])
  })

  it('shows several receivers as the edge takes them, once their secrets are filled in', () => {
    const text = blocks('json').find((block) => block.startsWith('[')) ?? ''
    const places = ['a', 'b'].map((letter) => `whsec_${btoa(letter.repeat(32))}`)
    const filled = text.replaceAll('whsec_…', () => places.pop() ?? '')

    expect(webhooks.parse(JSON.parse(filled)).map(({ id }) => id)).toEqual([
      endpointId('https://shop.example.com/hooks'),
      expect.stringMatching(/^books\.example\.com#[0-9a-z]+$/),
    ])
    expect(guide).toContain(endpointId('https://shop.example.com/hooks'))
  })

  it('explains each type of notification, and no other', () => {
    const told = [...guide.matchAll(/^\| (`[a-z-]+\.[a-z-]+`(?:, `[^`]+`)*) \|/gm)].flatMap(
      ([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    )

    expect(told.toSorted()).toEqual(EVERY_TYPE.toSorted())
  })

  it('has a message to try by that is signed as the edge signs, and as Node computes it', async () => {
    const [id, seconds, body] = [cell('`webhook-id`'), cell('`webhook-timestamp`'), cell('body')]
    const key = Buffer.from(cell('secret').slice('whsec_'.length), 'base64')

    const signed = await signedHeaders(cell('secret'), { id, body }, Number(seconds) * 1000)

    expect(cell('`webhook-signature`')).toBe(signed['webhook-signature'])
    expect(createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')).toBe(
      signed['webhook-signature'].slice('v1,'.length),
    )
    expect(new Webhook(cell('secret')).sign(id, new Date(Number(seconds) * 1000), body)).toBe(
      signed['webhook-signature'],
    )
  })

  it.each([
    ['with the library', 0],
    ['by hand', 1],
  ])('checks messages %s in code that works', async (_, place) => {
    vi.stubEnv('WEBHOOK_SECRET', cell('secret'))
    const body = bodyOf(webhookExample)
    const message = { id: webhookExample.id, body }
    const headersAt = async (now: number) =>
      Object.fromEntries(new Headers(await signedHeaders(cell('secret'), message, now)).entries())
    const now = Date.now()
    const [fresh, stale] = [await headersAt(now), await headersAt(now - 400_000)]

    await running<{ read: (body: string, headers: object) => unknown }, void>(
      blocks('js')[place] ?? '',
      ({ read }) => {
        expect(read(body, fresh)).toEqual(JSON.parse(body))
        expect(() => read(body.replace('12.50', '99.50'), fresh)).toThrow()
        expect(() => read(body, { ...fresh, 'webhook-id': 'other' })).toThrow()
        expect(() => read(body, stale)).toThrow()
      },
    )
    vi.unstubAllEnvs()
  })

  it('checks receipts in code that works', async () => {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA')
    const jwks = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'EdDSA', kid: 'one' }] })
    const receipt = (claims: object) =>
      new SignJWT({
        iss: 'https://pay.example.com',
        sub: 'order',
        intent: 'sale',
        status: 'approved',
        ...claims,
      })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'pay-receipt+jwt', kid: 'one' })
        .setIssuedAt()
        .sign(privateKey)

    await running<{ paid: (receipt: string, keys: unknown) => Promise<object> }, void>(
      blocks('js')[2] ?? '',
      async ({ paid }) => {
        expect(await paid(await receipt({}), jwks)).toMatchObject({ sub: 'order' })
        for (const wrong of [{ status: 'returned' }, { iss: 'https://pay.example.net' }, { test: true }])
          await expect(paid(await receipt(wrong), jwks)).rejects.toThrow()
      },
    )
  })
})
