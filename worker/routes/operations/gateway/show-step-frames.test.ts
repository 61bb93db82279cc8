import { beforeAll, describe, expect, it } from 'vitest'
import { callbackUrl, type FramePage, frameUrl, threeDsUrl } from '../../../config/signed-urls.ts'
import type { Step } from '../../../order/model/state.ts'
import { ask, config, EDGE, refusalOf, SHOP, scriptedOrders } from '../../testing/edge.ts'

const id = 'F'.repeat(32)

const PAGES: readonly FramePage[] = ['method', 'challenge', 'gateway-page', 'form']

let addresses: Readonly<Record<FramePage, string>>

beforeAll(async () => {
  const made = PAGES.map(async (page) => [page, await frameUrl(config, page, { orderId: id, attempt: 2 })])
  addresses = Object.fromEntries(await Promise.all(made)) as typeof addresses
})

const METHOD = { type: 'method', url: 'https://bank.example/m?a=1&b=2', serverTransactionId: 't-1' } as const
const CHALLENGE = { type: 'challenge', url: 'https://bank.example/acs', creq: 'c"<' } as const
const PAREQ = { type: 'pareq', url: 'https://bank.example/acs', pareq: 'p', md: 'm' } as const
const REDIRECT = { type: 'redirect', url: 'https://gate.example/acs?a=1&b="2' } as const
const PAGE = { type: 'page', html: '<script>run()</script>' } as const

async function show(page: FramePage, step: Partial<Step> | undefined, bindings: object = {}, query = '') {
  const opened = {
    returnUrl: SHOP,
    shownIn: 'frame',
    ...(step && { step: { since: 1, address: 'a', ...step } }),
  }
  const { asked, ORDERS } = scriptedOrders({ openStep: opened })
  const response = await ask(addresses[page] + query, {}, { ORDERS, ...bindings })
  const policy = Object.fromEntries(
    (response.headers.get('Content-Security-Policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )
  return { asked, response, policy, text: await response.text() }
}

describe('a frame of the edge', () => {
  it.each([
    ['method', METHOD],
    ['challenge', CHALLENGE],
    ['challenge', PAREQ],
    ['challenge', REDIRECT],
    ['gateway-page', PAGE],
  ] as const)('%s may be put into pages of the shop alone, and is kept nowhere', async (page, step) => {
    const { asked, response, policy } = await show(page, step)

    expect(asked).toEqual([[id, 'openStep', 2]])
    expect(response.status).toBe(200)
    expect(policy['frame-ancestors']).toBe(`${EDGE} ${SHOP}`)
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(response.headers.get('Referrer-Policy')).toBe('strict-origin')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.has('Set-Cookie')).toBe(false)
  })

  it.each([
    ['method', METHOD],
    ['challenge', CHALLENGE],
    ['challenge', REDIRECT],
  ] as const)('%s has the bank in a frame of its own, which may pay and use passkeys', async (page, step) => {
    const { text, policy } = await show(page, step)

    expect(text).toContain(
      '<iframe name="bank" title="Your bank" sandbox="allow-scripts allow-forms allow-same-origin allow-popups ' +
        'allow-popups-to-escape-sandbox allow-modals" allow="publickey-credentials-get *; payment *"',
    )
    expect([policy['default-src'], policy['base-uri']]).toEqual(["'none'", "'none'"])
    expect(policy['frame-src']).toBe(`${EDGE} https: http:`)
    expect(policy['form-action']).toBe('https: http:')
  })

  it.each([
    ['method', METHOD],
    ['challenge', CHALLENGE],
    ['challenge', REDIRECT],
  ] as const)('%s is in the language that the tag names after its key', async (page, step) => {
    const german = { pages: { 'title.bank': 'Ihre Bank' }, fields: {}, check: {} }
    const ASSETS = { fetch: async () => Response.json(german) }

    const { response, text } = await show(page, step, { ASSETS }, '?lang=de')

    expect(response.status).toBe(200)
    expect(text).toContain('<html lang="de" dir="ltr">')
    expect(text).toContain('<iframe name="bank" title="Ihre Bank"')
  })

  it('posts to banks without encryption only where the gateway is on this machine', async () => {
    const real = { GATEWAY_URL: 'https://gate.example.com/paynet', LIMITS: '{}', ORDER_TIMES: '{}' }

    const { policy } = await show('challenge', CHALLENGE, real)

    expect([policy['frame-src'], policy['form-action']]).toEqual([`${EDGE} https:`, 'https:'])
  })

  it('posts the Method’s data into that frame by its own script', async () => {
    const { text, policy } = await show('method', METHOD)

    expect(text).toContain(
      '<form method="post" action="https://bank.example/m?a=1&amp;b=2" target="bank" hidden>',
    )
    expect(text).toContain('name="threeDSMethodData"')
    const [, nonce] = /'nonce-([\w-]{22})'/.exec(policy['script-src'] ?? '') ?? []
    expect(text).toContain(`<script nonce="${nonce}">`)
  })

  it('leaves the challenge’s form to the script that knows how large the window is', async () => {
    const { text, policy } = await show('challenge', CHALLENGE)

    expect(text).toContain('name="creq" value="c&quot;&lt;"')
    expect(text).toContain('name="threeDSSessionData"')
    expect(text).toContain('<script type="module" src="/frames/challenge.js">')
    expect(policy['script-src']).toBe(EDGE)
  })

  it('has the old protocol’s form answered where the edge hears it', async () => {
    const { text } = await show('challenge', PAREQ)

    const answered = await threeDsUrl(config, 'pares', { orderId: id, attempt: 2 })
    expect(text).toContain(`name="TermUrl" value="${answered}"`)
  })

  it('opens the gateway’s own address inside', async () => {
    const { text } = await show('challenge', REDIRECT)

    expect(text).toContain('src="https://gate.example/acs?a=1&amp;b=&quot;2"')
    expect(text).not.toContain('<form')
  })

  it('opens the gateway’s page inside, from an address of its own', async () => {
    const { text } = await show('challenge', PAGE)

    const inside = await frameUrl(config, 'gateway-page', { orderId: id, attempt: 2 })
    expect(text).toContain(`src="${inside}"`)
    expect(text).not.toContain(PAGE.html)
  })

  it('shows the gateway’s page as it came, with an opaque origin', async () => {
    const { text, response } = await show('gateway-page', PAGE)

    expect(text).toBe(PAGE.html)
    expect(response.headers.get('Content-Security-Policy')).toMatch(
      /^sandbox allow-scripts allow-forms allow-popups allow-top-navigation-by-user-activation; /,
    )
  })

  it.each<[FramePage, string, Partial<Step> | undefined]>([
    ['method', 'nothing is due', undefined],
    ['method', 'a challenge is due', CHALLENGE],
    ['method', 'the bank has no page', { type: 'method', serverTransactionId: 't' }],
    ['challenge', 'nothing is due', undefined],
    ['challenge', 'a Method page is due', METHOD],
    ['gateway-page', 'nothing is due', undefined],
    ['gateway-page', 'a challenge is due', CHALLENGE],
  ])('%s comes to its end where %s', async (page, _, step) => {
    const { response } = await show(page, step)

    expect([response.status, response.headers.get('Location')]).toEqual([303, `${EDGE}/frames/done`])
  })

  it.each(PAGES)(
    '%s is not shown to a stranger who made the address up, and no order is asked',
    async (page) => {
      const none = { ORDERS: { getByName: () => expect.fail('an object was addressed') } }
      const keyOf = (address: string) => address.split('/').at(-1) ?? ''
      const others = await Promise.all([
        ...PAGES.filter((other) => other !== page).map(async (other) => addresses[other]),
        frameUrl(config, page, { orderId: 'E'.repeat(32), attempt: 2 }),
        callbackUrl(config, id, 2),
      ])

      for (const key of [...others.map(keyOf), 'nonsense']) {
        const response = await ask(`/frames/${page}/${id}/${key}`, {}, none)
        expect(await refusalOf(response)).toBe('404 not-found')
      }
    },
  )
})

describe('the gateway’s form in a frame', () => {
  const form = 'https://gate.example/form?a=1&b="2"'

  const showForm = async (opened: object | undefined) => {
    const { asked, ORDERS } = scriptedOrders({ openForm: opened })
    const response = await ask(addresses.form, {}, { ORDERS })
    return { asked, response, text: await response.text() }
  }

  it('lies in a frame as a bank’s page does: it cannot move the shop, and may pay and use passkeys', async () => {
    const { asked, response, text } = await showForm({ returnUrl: SHOP, shownIn: 'frame', form })
    const ofBank = await show('challenge', REDIRECT)

    expect(asked).toEqual([[id, 'openForm', 2]])
    expect(text).toContain('src="https://gate.example/form?a=1&amp;b=&quot;2&quot;"')
    const attributes = (page: string) => /sandbox="[^"]*" allow="[^"]*"/.exec(page)?.[0]
    expect(attributes(text)).toBe(attributes(ofBank.text))
    const withoutNonce = (policy: string | null) => policy?.replace(/nonce-[\w-]+/, 'nonce')
    expect(withoutNonce(response.headers.get('Content-Security-Policy'))).toBe(
      withoutNonce(ofBank.response.headers.get('Content-Security-Policy')),
    )
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('comes to its end where nothing is left to pay', async () => {
    const { response } = await showForm({ returnUrl: SHOP, shownIn: 'frame' })

    expect([response.status, response.headers.get('Location')]).toEqual([303, `${EDGE}/frames/done`])
  })
})

describe('GET /frames/done', () => {
  it('tells the pages around it, wherever a bank has put it, and is no dead end by itself', async () => {
    const response = await ask('/frames/done')

    const text = await response.text()
    expect(text).toContain("postMessage('pay-checkout:done','*')")
    expect(text).toContain('you can close it')
    expect(response.headers.get('Content-Security-Policy')).toContain('frame-ancestors *')
  })

  it('closes a window of its own, and tells its opener nothing', async () => {
    const text = await (await ask('/frames/done')).text()

    expect(text).toContain('if(self===top)close()')
    // Where it cannot be closed, the payment can be seen in it.
    expect(text).toContain('<a href="/pay">')
    expect(text).not.toContain('opener')
  })
})

describe.each([
  ['card', 'Card'],
  ['destination', 'Payout'],
])('GET /frames/%s', (page, title) => {
  it('tells its script whom it may talk to, and what only this request tells', async () => {
    const response = await ask(`/frames/${page}`, { headers: { Accept: 'text/html,"<x>"' } })

    const text = await response.text()
    expect(text).toContain(`data-origins="[&quot;${EDGE}&quot;,&quot;${SHOP}&quot;]"`)
    expect(text).toContain('data-accept="text/html,&quot;&lt;x&gt;&quot;"')
    expect(text).toContain(`<script type="module" src="/frames/${page}.js">`)
    expect(text).toContain(`<title>${title} · Heather Hill</title>`)
  })

  it('may be shown in pages that are cross-origin isolated', async () => {
    const { headers } = await ask(`/frames/${page}`)

    expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  })

  it('runs, loads and asks nothing but the edge', async () => {
    const policy = (await ask(`/frames/${page}`)).headers.get('Content-Security-Policy') ?? ''

    expect(policy.split('; ').toSorted()).toEqual(
      [
        ...["default-src 'none'", "base-uri 'none'", "form-action 'none'"],
        ...[`script-src ${EDGE}`, `style-src ${EDGE}`, `connect-src ${EDGE}`],
        `frame-ancestors ${EDGE} ${SHOP}`,
      ].toSorted(),
    )
  })
})
