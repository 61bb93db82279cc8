import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { CARD_SALE, testGateway, testReceiver } from '../testing/merchant.ts'
import { NOTIFY, numberOf, openSale } from '../testing/three-ds-merchant.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

const IN_TIME = { status: 'processing' }
const TOO_LATE = {
  status: 'declined',
  'error-code': '107',
  'error-message': 'Cardholder did not answer in time',
  'verified-3d-status': 'NOT_AUTHENTICATED',
}

describe('a challenge', () => {
  it('ends if it is not opened within thirty seconds', async () => {
    const { status, pass, gateway } = await openSale('challenge')

    await pass(20 * SECOND)
    expect(await status()).toMatchObject(IN_TIME)
    await pass(10 * SECOND)

    expect(await status()).toMatchObject(TOO_LATE)
    expect((await gateway.ledger()).movements).toEqual([])
  })

  it('ends ten minutes after it was opened, and opening it again does not extend it', async () => {
    const { status, pass, ask } = await openSale('challenge')
    await ask()

    await pass(9 * MINUTE)
    await ask()
    await pass(50 * SECOND)
    expect(await status()).toMatchObject(IN_TIME)
    await pass(10 * SECOND)

    expect(await status()).toMatchObject(TOO_LATE)
  })

  it('ends sooner at the bank that waits only a few seconds', async () => {
    const { status, pass, ask } = await openSale('brief')
    await ask()

    await pass(SECOND)
    expect(await status()).toMatchObject(IN_TIME)
    await pass(4 * SECOND)

    expect(await status()).toMatchObject(TOO_LATE)
  })

  it('starts its time at the end of the method, which has no deadline', async () => {
    const { status, pass, method } = await openSale('method-challenge')
    await pass(MINUTE)
    await method('N')

    await pass(20 * SECOND)
    expect(await status()).toMatchObject({ 'tds-status': 'challenge' })
    await pass(10 * SECOND)

    expect(await status()).toMatchObject(TOO_LATE)
  })

  it('that has ended refuses a late Y', async () => {
    const { status, pass, ask, cres, upload } = await openSale('challenge')
    await ask()
    const cRes = await cres('Y')
    await pass(10 * MINUTE)

    expect(await upload('cres', { cRes })).toMatchObject({ type: 'error', 'error-code': '50' })
    expect(await status()).toMatchObject(TOO_LATE)
  })

  it('that was answered does not end', async () => {
    const { status, pass, cres, upload } = await openSale('challenge')
    await upload('cres', { cRes: await cres('Y') })

    await pass(MINUTE)

    expect(await status()).toMatchObject({ status: 'approved' })
  })

  it('gives its page the remaining time', async () => {
    const { pass, ask } = await openSale('brief')
    await ask()
    await pass(SECOND)

    const [, leftMs] = /requestSubmit\(.*\), (\d+)\)/.exec(await (await ask()).text()) ?? []

    expect(Number(leftMs)).toBeGreaterThan(0)
    expect(Number(leftMs)).toBeLessThanOrEqual(4 * SECOND)
  })

  it('ends by itself without a request, with a callback to the merchant', async () => {
    const receiver = await testReceiver()
    const { gateway, ask, pass } = await openSale('brief', { server_callback_url: receiver.url })
    await ask()
    await pass(5 * SECOND)

    await runDurableObjectAlarm(gateway.stub)

    const [callback] = await receiver.until(1)
    expect(callback?.searchParams.get('status')).toBe('declined')
  })
})

it.each(['pareq', 'redirect', 'html'] as const)('%s ends after ten minutes', async (kind) => {
  const { status, pass } = await openSale(kind)

  await pass(10 * MINUTE - 10 * SECOND)
  expect(await status()).toMatchObject(IN_TIME)
  await pass(10 * SECOND)

  expect(await status()).toMatchObject(TOO_LATE)
})

it('a form that waits for a card does not end', async () => {
  const gateway = testGateway()
  await gateway.open()

  await gateway.control('clock', 'POST', { advanceMs: 60 * MINUTE })

  expect(await gateway.status({ client_orderid: '902B4FF5' })).toMatchObject(IN_TIME)
})

it('the second order of one request ends with the first, and has no deadline of its own', async () => {
  const gateway = testGateway()
  await gateway.faults({ operation: 'sale', fault: 'second-order' })
  const card = { credit_card_number: numberOf('challenge'), tds_cres_notification_url: NOTIFY }
  const first = await gateway.ask('sale', { ...CARD_SALE, ...card })
  const ids = { client_orderid: '902B4FF5', orderid: first['paynet-order-id'] ?? '' }
  const { 'acs-url': url = '', creq = '' } = await gateway.status(ids)
  await gateway.post(url, { creq })

  await gateway.control('clock', 'POST', { advanceMs: MINUTE })
  expect((await gateway.ledger()).transactions).toMatchObject([IN_TIME, IN_TIME])
  await gateway.control('clock', 'POST', { advanceMs: 9 * MINUTE })

  const ended = { status: 'declined' }
  expect((await gateway.ledger()).transactions).toMatchObject([ended, ended])
})

it('a reset removes all deadlines', async () => {
  const { gateway } = await openSale('challenge')

  await gateway.control('reset', 'POST')
  await gateway.control('clock', 'POST', { advanceMs: MINUTE })

  expect((await gateway.ledger()).transactions).toEqual([])
})
