import { beforeAll, describe, expect, it } from 'vitest'
import { callbackUrl, type ThreeDsPage, threeDsUrl } from '../../../config/signed-urls.ts'
import type { Step } from '../../../order/model/state.ts'
import { ask, config, EDGE, refusalOf, SHOP, scriptedOrders } from '../../testing/edge.ts'

const id = 'A'.repeat(32)
const shopPage = `${SHOP}/done#cart`

let addresses: Readonly<Record<ThreeDsPage, string>>

beforeAll(async () => {
  const of = (page: ThreeDsPage) => threeDsUrl(config, page, { orderId: id, attempt: 2 })
  const [step, method, cres, pares] = await Promise.all([of('step'), of('method'), of('cres'), of('pares')])
  addresses = { step, method, cres, pares }
})

const posted = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers: { Origin: 'https://bank.example' },
})

const answering = (answer: unknown = { returnUrl: shopPage }) => scriptedOrders({ answerStep: answer })

describe('what a bank’s page posts', () => {
  it.each([
    ['cres', 'challenge', { cres: 'c', threeDSSessionData: 's' }, { cres: 'c', threedssessiondata: 's' }],
    ['cres', 'challenge', { CRes: 'c' }, { cres: 'c' }],
    ['pares', 'pareq', { PaRes: 'p', MD: 'm' }, { pares: 'p', md: 'm' }],
  ] as const)('at %s goes to the order, and the browser to the shop', async (path, step, form, fields) => {
    const { asked, ORDERS } = answering()

    const response = await ask(addresses[path], posted(form as Record<string, string>), { ORDERS })

    expect(asked).toEqual([[id, 'answerStep', { attempt: 2, step, fields }]])
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toMatch(new RegExp(`^${shopPage}&pay-order=${id}\\.`))
  })

  it('at method goes to the order, and the hidden frame to its end', async () => {
    const { asked, ORDERS } = answering()

    const response = await ask(addresses.method, posted({ threeDSMethodData: 'd' }), { ORDERS })

    expect(asked).toEqual([
      [id, 'answerStep', { attempt: 2, step: 'method', fields: { threedsmethoddata: 'd' } }],
    ])
    expect([response.status, response.headers.get('Location')]).toEqual([303, `${EDGE}/frames/done`])
  })

  const from = (destination?: string) => ({
    ...posted({ cres: 'c' }),
    headers: { Origin: 'https://bank.example', ...(destination && { 'Sec-Fetch-Dest': destination }) },
  })
  const toShop = expect.stringContaining(`${shopPage}&pay-order=${id}.`)
  const toDone = `${EDGE}/frames/done`

  it.each([
    ['cres', 'in a frame', 'frame', 'iframe', toDone],
    ['cres', 'by a browser that does not say where', 'frame', undefined, toDone],
    ['cres', 'in full', 'frame', 'document', toShop],
    ['cres', 'in a frame of somebody else', undefined, 'iframe', toShop],
    ['pares', 'in a frame', 'frame', 'iframe', toDone],
    ['pares', 'in full', 'frame', 'document', toShop],
    ['method', 'in full', 'frame', 'document', toShop],
    ['method', 'in full, with no frames', undefined, 'document', toShop],
  ] as const)('at %s, shown %s, leads where it belongs', async (path, _, shownIn, destination, location) => {
    const { ORDERS } = answering({ returnUrl: shopPage, ...(shownIn && { shownIn }) })

    const response = await ask(addresses[path], from(destination), { ORDERS })

    expect([response.status, response.headers.get('Location')]).toEqual([303, location])
  })

  it.each(['method', 'cres', 'pares'] as const)('at %s is not taken with a wrong key', async (path) => {
    const { asked, ORDERS } = answering()
    const stolen = (await callbackUrl(config, id, 2)).replace('/callback/', '/three-ds/')
    const ofAnother = Object.values(addresses).filter((address) => address !== addresses[path])

    for (const wrong of [
      `${stolen}/${path}`,
      addresses[path].replace(id, 'B'.repeat(32)),
      ...ofAnother.map((address) => address.replace(/\w+$/, path)),
    ]) {
      expect(await refusalOf(await ask(wrong, posted({}), { ORDERS }))).toBe('404 not-found')
    }
    expect(asked).toEqual([])
  })

  it('of an attempt that there never was leads nowhere', async () => {
    const { ORDERS } = answering(() => undefined)

    expect(await refusalOf(await ask(addresses.cres, posted({ cres: 'c' }), { ORDERS }))).toBe(
      '404 not-found',
    )
  })

  it('leads to the edge’s own page where the order cannot be told', async () => {
    const { ORDERS } = answering(() => {
      throw new Error('overloaded')
    })

    const response = await ask(addresses.cres, posted({ cres: 'c' }), { ORDERS })

    expect(response.headers.get('Location')).toMatch(new RegExp(`^${EDGE}/pay#pay-order=${id}\\.`))
  })
})

describe('GET /three-ds/{id}/{key}/step', () => {
  const show = async (step: Partial<Step> | undefined) => {
    const opened = {
      returnUrl: shopPage,
      ...(step && { step: { since: 1, address: addresses.step, ...step } }),
    }
    const { asked, ORDERS } = scriptedOrders({ openStep: opened })
    const response = await ask(addresses.step, {}, { ORDERS })
    return { asked, response, text: await response.clone().text() }
  }

  /** The form's hidden fields, as a browser would read them. */
  const fieldsIn = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value = '']) => [
        name,
        value
          .replaceAll('&quot;', '"')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&'),
      ]),
    )

  it('posts a challenge to the bank', async () => {
    const { asked, text } = await show({
      type: 'challenge',
      url: 'https://bank.example/acs?a=1&b=2',
      creq: 'c"<',
    })

    expect(asked).toEqual([[id, 'openStep', 2]])
    expect(text).toContain('<form method="post" action="https://bank.example/acs?a=1&amp;b=2">')
    const { threeDSSessionData = '', ...fields } = fieldsIn(text)
    expect(fields).toEqual({ creq: 'c"<' })
    expect(threeDSSessionData).toMatch(/^[\w-]{1,1024}$/)
  })

  it('posts what 3-D Secure 1 wants, with the address that the answer comes to', async () => {
    const { text } = await show({ type: 'pareq', url: 'https://bank.example/', pareq: 'p', md: 'm' })

    expect(fieldsIn(text)).toEqual({ PaReq: 'p', MD: 'm', TermUrl: addresses.pares })
  })

  it('posts where the Method page is to report to', async () => {
    const { text } = await show({ type: 'method', url: 'https://bank.example/', serverTransactionId: 't-1' })

    const { threeDSMethodData = '' } = fieldsIn(text)
    expect(threeDSMethodData).toMatch(/^[\w-]+$/)
    const data = JSON.parse(atob(threeDSMethodData.replaceAll('-', '+').replaceAll('_', '/')))
    expect(data).toEqual({ threeDSServerTransID: 't-1', threeDSMethodNotificationURL: addresses.method })
  })

  it('runs the Method page out of sight, and goes back to the shop after its time', async () => {
    const { response, text } = await show({
      type: 'method',
      url: 'https://bank.example/',
      serverTransactionId: 't',
    })

    expect(text).toContain('target="bank"')
    expect(text).toContain(`<a href="${shopPage}">`)
    expect(text).toContain(`setTimeout(leave,${config.times.methodDeadline})`)
    expect(response.headers.get('Content-Security-Policy')).toContain('frame-src *')
  })

  it('shows the gateway’s own page with an opaque origin', async () => {
    const { response, text } = await show({ type: 'page', html: '<form action="https://gate.example">' })

    expect(text).toBe('<form action="https://gate.example">')
    expect(response.headers.get('Content-Security-Policy')).toBe(
      'sandbox allow-scripts allow-forms allow-popups allow-top-navigation-by-user-activation; ' +
        `frame-ancestors ${EDGE} ${SHOP}`,
    )
  })

  it('goes by itself with one script that the policy names, and by a button without', async () => {
    const { response, text } = await show({ type: 'challenge', url: 'https://bank.example/', creq: 'c' })

    const policy = response.headers.get('Content-Security-Policy') ?? ''
    const [, nonce] = /script-src 'nonce-([\w-]{22})'/.exec(policy) ?? []
    expect(text).toContain(`<script nonce="${nonce}">`)
    expect(text).toContain('<button>Continue to your bank</button>')
    expect(policy).toContain(`frame-ancestors ${EDGE} ${SHOP}`)
    expect(response.headers.get('Referrer-Policy')).toBe('strict-origin')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('redirects to a bank that takes no form', async () => {
    const { response } = await show({ type: 'redirect', url: 'https://bank.example/go' })

    expect([response.status, response.headers.get('Location')]).toEqual([303, 'https://bank.example/go'])
  })

  it.each([
    ['no step is due', undefined],
    ['the bank has no page', { type: 'method', serverTransactionId: 't' } as const],
    ['the gateway has no page', { type: 'redirect' } as const],
  ])('leads back to the shop, without a token, where %s', async (_, step) => {
    const { response } = await show(step)

    expect([response.status, response.headers.get('Location')]).toEqual([303, shopPage])
  })

  it('leads to the edge’s own page where there is no such attempt', async () => {
    const { ORDERS } = scriptedOrders({ openStep: undefined })

    const response = await ask(addresses.step, {}, { ORDERS })

    expect([response.status, response.headers.get('Location')]).toEqual([303, `${EDGE}/pay`])
  })

  it('is not shown to a stranger who made the address up', async () => {
    const ofAnother = [addresses.method, addresses.cres, addresses.pares]

    for (const wrong of [addresses.step.replace('/step', 'x/step'), ...ofAnother]) {
      expect(await refusalOf(await ask(wrong.replace(/\w+$/, 'step')))).toBe('404 not-found')
    }
  })
})
