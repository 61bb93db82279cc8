import { describe, expect, it } from 'vitest'
import { callbackUrl, returnUrl } from '../../../config/signed-urls.ts'
import { scopeOf } from '../../../credentials/order-tokens.ts'
import type { ReturnTarget } from '../../../order/views/return-target.ts'
import { ask, config, EDGE, opened, post, problemOf, refusalOf, SHOP } from '../../testing/edge.ts'

const id = 'N'.repeat(32)

/** Orders that remember how they were woken. */
function listening(answer: ReturnTarget | undefined = { returnUrl: `${SHOP}/thanks` }) {
  const heard: unknown[] = []
  const receiveNotice = async (notice: unknown) => {
    heard.push(notice)
    return answer
  }
  return { heard, ORDERS: { getByName: () => ({ receiveNotice }) } }
}

const failing = {
  ORDERS: { getByName: () => ({ receiveNotice: async () => Promise.reject(new Error('storage is away')) }) },
}

const form = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body,
})

const multipart = () => {
  const body = new FormData()
  body.set('status', 'approved')
  body.set('file', new File(['x'], 'x.txt'))
  return { method: 'POST', body }
}

const forms: (readonly [string, string, RequestInit, Record<string, string>])[] = [
  ['a query', '?status=approved&orderid=1', {}, { status: 'approved', orderid: '1' }],
  [
    'a form',
    '',
    form('status=approved&error_message=a+b%26c'),
    { status: 'approved', error_message: 'a b&c' },
  ],
  ['a form with a query', '?status=declined&a=1', form('status=approved'), { status: 'approved', a: '1' }],
  [
    'a form with a query and empty names',
    '?client_orderid=r-1&type=',
    form('client_orderid=&status=approved&orderid=+'),
    { status: 'approved', client_orderid: 'r-1' },
  ],
  ['several parts', '', multipart(), { status: 'approved' }],
  [
    'JSON with an identifier that no double can hold',
    '',
    post({ status: 'approved', more: { a: 1 }, list: [1], none: null, yes: true }),
    { status: 'approved', yes: 'true' },
  ],
  [
    'JSON under another name',
    '',
    { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{"orderid":9007199254740993123}' },
    { orderid: '9007199254740993123' },
  ],
  ['nothing', '', { method: 'POST' }, {}],
  ['broken JSON', '', { method: 'POST', body: '{"status":' }, {}],
  ['broken parts', '', { method: 'POST', headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' }, {}],
  ['more than 64 kilobytes', '', form(`status=${'a'.repeat(66_000)}`), {}],
]

describe('callbacks', () => {
  it.each(forms)('wake the order once and are thanked, given %s', async (_, query, init, fields) => {
    const { heard, ORDERS } = listening()
    const address = await callbackUrl(config, id, 2)

    const response = await ask(address + query, init, { ORDERS })

    expect([response.status, await response.text()]).toEqual([200, 'OK'])
    expect(heard).toEqual([{ by: 'callback', attempt: 2, fields }])
  })

  it('keep no more than a hundred fields', async () => {
    const { heard, ORDERS } = listening()
    const query = Array.from({ length: 200 }, (_, index) => `f${index}=1`).join('&')

    await ask(`${await callbackUrl(config, id, 1)}?${query}`, {}, { ORDERS })

    expect(heard).toHaveLength(1)
    expect(Object.keys((heard[0] as { fields: object }).fields)).toHaveLength(100)
  })

  it('with a key that the edge did not make reach no order', async () => {
    const none = { ORDERS: { getByName: () => expect.fail('an object was addressed') } }
    const [own, foreign] = [await callbackUrl(config, id, 1), await returnUrl(config, id, 1)]

    for (const path of [
      own.replace(id, 'M'.repeat(32)),
      own.replace('/1.', '/2.'),
      own.slice(0, -1),
      foreign.replace('/return/', '/callback/'),
      `/callback/${id}/1.AAAA.AAAAAAAAAAAAAAAAAAAAAA`,
      `/callback/${id}/${'a'.repeat(5000)}`,
    ]) {
      expect(await refusalOf(await ask(path, {}, none))).toBe('404 not-found')
    }
  })

  it('for an attempt that never was are answered 404', async () => {
    const { order } = await opened()

    expect(await refusalOf(await ask(await callbackUrl(config, order.id, 1)))).toBe('404 not-found')
  })

  it('are answered 503 while the order cannot store them, so that the gateway calls again', async () => {
    const response = await ask(await callbackUrl(config, id, 1), {}, failing)

    const problem = await problemOf(response)

    expect(problem).toMatchObject({ status: 503, code: 'unavailable' })
    expect(JSON.stringify(problem)).not.toContain('storage is away')
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('are not taken by %s', async (method) => {
    const { heard, ORDERS } = listening()

    const response = await ask(await callbackUrl(config, id, 1), { method }, { ORDERS })

    expect(response.headers.get('Allow')).toBe('GET, POST')
    expect(await refusalOf(response)).toBe('405 method-not-allowed')
    expect(heard).toEqual([])
  })
})

describe('returns', () => {
  it.each(forms)('wake the order and lead to the shop, given %s', async (_, query, init, fields) => {
    const { heard, ORDERS } = listening()

    const response = await ask((await returnUrl(config, id, 3)) + query, init, { ORDERS })

    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toMatch(`${SHOP}/thanks#pay-order=${id}.`)
    expect(heard).toEqual([{ by: 'return', attempt: 3, fields }])
  })

  it('carry a token that reads and cannot pay', async () => {
    const { ORDERS } = listening()

    const response = await ask(await returnUrl(config, id, 1), { method: 'POST' }, { ORDERS })

    const [, token = ''] = response.headers.get('Location')?.split(`#pay-order=${id}.`) ?? []
    expect(await scopeOf(config, { id, token }, Date.now())).toMatchObject({ value: { scope: 'view' } })
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  it('keep the fragment of the shop’s page and replace an earlier order in it', async () => {
    const { ORDERS } = listening({ returnUrl: `${SHOP}/#/cart&pay-order=OLD.x` })

    const response = await ask(await returnUrl(config, id, 1), {}, { ORDERS })

    expect(response.headers.get('Location')).toMatch(`${SHOP}/#/cart&pay-order=${id}.`)
    expect(response.headers.get('Location')).not.toContain('OLD.x')
  })

  it('lead to the edge’s own page while the order cannot be woken', async () => {
    const response = await ask(await returnUrl(config, id, 1), { method: 'POST' }, failing)

    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toMatch(`${EDGE}/pay#pay-order=${id}.`)
  })

  const toDone = `${EDGE}/frames/done`
  const toDoneWindow = expect.stringContaining(`${toDone}#pay-order=${id}.`)
  const toShop = expect.stringContaining(`${SHOP}/thanks#pay-order=`)

  it.each([
    ['frame', 'a frame end there', 'iframe', toDone],
    ['frame', 'a browser that does not say where it shows them end there', undefined, toDone],
    ['frame', 'a page of its own lead to the shop', 'document', toShop],
    ['popup', 'its window end there', 'document', toDoneWindow],
    ['popup', 'a browser that does not say where it shows them end there', undefined, toDoneWindow],
    [undefined, 'a frame that holds the whole shop go on in it', 'iframe', toShop],
    [undefined, 'a browser that does not say where it shows them lead to the shop', undefined, toShop],
  ] as const)('of an attempt in a %s, from %s', async (shownIn, _, destination, location) => {
    const { ORDERS } = listening({ returnUrl: `${SHOP}/thanks`, ...(shownIn && { shownIn }) })
    const headers: Record<string, string> = destination ? { 'Sec-Fetch-Dest': destination } : {}
    const init = { method: 'POST', headers }

    const response = await ask(await returnUrl(config, id, 1), init, { ORDERS })

    expect([response.status, response.headers.get('Location')]).toEqual([303, location])
  })

  it('from nowhere show a person a page, and a program a problem', async () => {
    const path = `/return/${id}/nonsense`

    const page = await ask(path, { headers: { Accept: 'text/html,application/xhtml+xml' } })

    expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(await page.text()).not.toContain('nonsense')
    expect(await refusalOf(await ask(path))).toBe('404 not-found')
  })
})
