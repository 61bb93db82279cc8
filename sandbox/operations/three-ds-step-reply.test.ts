import { describe, expect, it } from 'vitest'
import type { Values } from '../testing/merchant.ts'
import { BROWSER, numberOf, openSale, read } from '../testing/three-ds-merchant.ts'
import type { TestBankName } from '../three-ds/test-banks.ts'

/** The parameters that report each kind of step. */
const SHAPES: readonly (readonly [TestBankName, readonly string[]])[] = [
  ['redirect', ['redirect-url']],
  ['html', ['redirect-url', 'html']],
  ['html-alone', ['html']],
  ['method-challenge', ['tds-status', 'three-ds-method-url', 'three-ds-server-trans-id']],
  ['method-frictionless', ['tds-status', 'three-ds-method-url', 'three-ds-server-trans-id']],
  ['method-missing', ['tds-status', 'three-ds-server-trans-id']],
  ['challenge', ['tds-status', 'acs-url', 'creq']],
  ['pareq', ['tds-status', 'acs-url', 'pareq', 'md']],
]

const TOLD = [...new Set(SHAPES.flatMap(([, names]) => names)), 'redirect-to']

const toldIn = (reply: Values) => TOLD.filter((name) => name in reply).sort()

describe('status reports the step', () => {
  it('of a method with a page of the bank', async () => {
    const { status } = await openSale('method-challenge')

    const reply = await status()

    expect(reply).toMatchObject({
      status: 'processing',
      'order-stage': 'sale_3d_validating',
      'tds-status': 'method',
      'three-ds-method-url': 'http://bank.localhost:8788/3ds/method/answers',
      'three-ds-server-trans-id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
    for (const name of ['acs-url', 'creq', 'pareq', 'redirect-to', 'html'])
      expect(reply).not.toHaveProperty(name)
  })

  it('of a method without one', async () => {
    const { status } = await openSale('method-missing')

    const reply = await status()

    expect(reply).toMatchObject({ 'tds-status': 'method', 'three-ds-server-trans-id': expect.any(String) })
    expect(reply).not.toHaveProperty('three-ds-method-url')
  })

  it('of a challenge', async () => {
    const { status } = await openSale('challenge')

    const reply = await status()

    expect(reply).toMatchObject({
      'tds-status': 'challenge',
      'acs-url': 'http://bank.localhost:8788/3ds/challenge',
    })
    expect(reply.creq).toMatch(/^[\w-]+$/)
    expect(read(reply.creq)).toMatchObject({ messageType: 'CReq', threeDSServerTransID: expect.any(String) })
  })

  it('of a request to the payer', async () => {
    const { status, orderid } = await openSale('pareq')

    expect(await status()).toMatchObject({
      'tds-status': 'pareq',
      'acs-url': 'http://bank.localhost:8788/3ds/pareq',
      pareq: expect.any(String),
      md: orderid,
    })
  })

  it.each([
    ['the redirect card', { credit_card_number: numberOf('redirect') }, false],
    ['code 321', { credit_card_number: '4444555566661111', cvv2: '321' }, false],
    ['the html card', { credit_card_number: numberOf('html') }, true],
  ])('of a redirect by %s', async (_what, changes, hasHtml) => {
    const { status } = await openSale('redirect', changes)

    const reply = await status()

    expect(reply['redirect-to']).toMatch(/^http:\/\/bank\.localhost:8788\/acs\/[\da-f]{32}$/)
    expect(reply).not.toHaveProperty('tds-status')
    expect('html' in reply).toBe(hasHtml)
    if (hasHtml) expect(reply.html).toContain(`action="${reply['redirect-to']}"`)
  })
})

describe('a step is reported where its card says', () => {
  it.each(SHAPES)('%s, in the reply alone', async (kind, names) => {
    const { opened, status } = await openSale(kind, { credit_card_number: numberOf(kind, 'reply') })

    expect(toldIn(opened)).toEqual(names.toSorted())
    expect(toldIn(await status())).toEqual([])
  })

  it.each(SHAPES)('%s, in both', async (kind, names) => {
    const { opened, status } = await openSale(kind, { credit_card_number: numberOf(kind, 'both') })

    const inStatus = names.map((name) => name.replace('redirect-url', 'redirect-to')).sort()
    expect(toldIn(opened)).toEqual(names.toSorted())
    expect(toldIn(await status())).toEqual(inStatus)
  })

  it.each(SHAPES)('%s, in status alone', async (kind) => {
    const { opened, status } = await openSale(kind)

    expect(toldIn(opened)).toEqual([])
    expect(toldIn(await status())).not.toEqual([])
  })

  it('and the next one in the reply to the upload alone', async () => {
    const { opened, status, upload } = await openSale('method-challenge', {
      credit_card_number: numberOf('method-challenge', 'reply'),
    })
    const threeDSServerTransID = opened['three-ds-server-trans-id'] ?? ''

    const reply = await upload('method-url', { ...BROWSER, threeDSServerTransID, threeDSCompInd: 'Y' })

    expect(toldIn(reply)).toEqual(['acs-url', 'creq', 'tds-status'])
    expect(toldIn(await status())).toEqual([])
  })
})
