import { describe, expect, it } from 'vitest'
import type { Frame, Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { confirmAtBank } from '../../pages/bank-page.ts'
import { payWithCard } from '../../pages/card-form.ts'
import { continueToPayment, statusText } from '../../pages/shop.ts'
import { CARD_CHARGE, shopOrder } from '../../support/card-order.ts'
import { type CardPage, cardPage } from '../../support/card-page.ts'
import { moneyMoved, shopper } from '../../support/shopper.ts'
import { addresses, serve, served } from '../../support/stack/stack.ts'
import { approve, CARD, FLOWS, payUntilChallenged } from '../../support/three-ds-flows.ts'

const { visits } = shopper()

let pages = 0

function newPath(): string {
  pages += 1
  return `/teapot-${pages}.html`
}

/** Opens a page of the shop with headers of its own, and records everything that its policy blocks. */
async function visitServed(
  body: string,
  headers = {},
  origin = served().shop,
  path = newPath(),
): Promise<Tab> {
  await serve({ path, body, headers })
  const tab = await visits('index')
  await chromiumPage(tab).addInitScript(
    'refused = []; addEventListener("securitypolicyviolation", (event) => refused.push(event.violatedDirective))',
  )
  await tab.goto(origin + path)
  return tab
}

const document = (body: string, head = '') => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Teapot</title>${head}
<main><h1>Teapot</h1>${body}</main></html>`

const script = () => `<script type="module" src="${addresses().edge}/pay-checkout.js"></script>`

/** A page of the shop with nothing but the tag, without a policy of its own. */
const tagPage = ({ session }: Pick<CardPage, 'session'>) =>
  document(`<pay-checkout session="${session}"></pay-checkout>`, script())

async function payThrough(page: Frame, number: string): Promise<void> {
  await approve(page, await payUntilChallenged(page, number))
  expect(await moneyMoved()).toEqual([CARD_CHARGE])
}

describe('in a page with the strictest policy as a header', () => {
  const policy = () => {
    const { edge } = addresses()
    return [
      `default-src 'none'; script-src ${edge}; connect-src ${edge} ${edge.replace('http', 'ws')}`,
      `frame-src ${edge}; require-trusted-types-for 'script'; trusted-types pay-checkout`,
    ].join('; ')
  }

  it.each(FLOWS)('%s ends in one charge, and nothing is refused', async (_, number) => {
    const headers = { 'Content-Security-Policy': policy() }
    const tab = await visitServed(tagPage(await cardPage()), headers)

    await payThrough(tab, number)

    expect(await tab.evaluate('refused')).toEqual([])
  })

  it('a script of another site is refused', async () => {
    const headers = { 'Content-Security-Policy': policy() }
    const body = document(`<script src="${addresses().gateway}/script.js"></script>`)

    const tab = await visitServed(body, headers)

    expect(await tab.evaluate('refused')).toEqual(['script-src-elem'])
  })
})

describe('in a shadow root', () => {
  it.each(FLOWS)('%s ends in one charge', async (_, number) => {
    const { session } = await cardPage()
    const shadow = `<shop-box><template shadowrootmode="open">
      <pay-checkout session="${session}"></pay-checkout></template></shop-box>`
    const tab = await visitServed(document(shadow, script()))

    await payThrough(tab, number)
  })
})

describe('in a frame of another site', () => {
  const around = async (origin: string) => {
    const { url } = await cardPage()
    const body = document(`<iframe title="Shop" src="${url}" width="700" height="750"></iframe>`)
    const tab = await visitServed(body, {}, origin)
    return { tab, shop: await tab.frame('iframe') }
  }

  it.each(FLOWS)('%s ends in one charge where the edge knows that site', async (_, number) => {
    const { tab, shop } = await around(served().magazine)

    await payThrough(shop, number)

    expect(await tab.url()).toContain(served().magazine)
  })
})

describe('in a cross-origin isolated page', () => {
  const headers = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  }

  it.each(FLOWS.slice(1))('%s is a page of its own and ends in one charge', async (_, number) => {
    const tab = await visitServed(tagPage(await cardPage()), headers)
    expect(await tab.evaluate('crossOriginIsolated')).toBe(true)

    await payWithCard(tab, { number })
    await confirmAtBank(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })

  it('a method is a page of its own, and so is the challenge after it', async () => {
    const path = newPath()
    const session = await shopOrder({ returnUrl: served().shop + path })
    const tab = await visitServed(tagPage({ session }), headers, served().shop, path)
    const left = await tab.evaluate('performance.timeOrigin')

    await payWithCard(tab, { number: CARD.methodThenChallenge })
    const isBack = `location.pathname === '${path}' && performance.timeOrigin !== ${left}`
    await expect.poll(() => tab.evaluate(isBack)).toBe(true)
    await continueToPayment(tab)
    await confirmAtBank(tab)

    await statusText(tab, /Thank you/)
    expect(await moneyMoved()).toEqual([CARD_CHARGE])
  })
})

describe('in a page that may open no socket', () => {
  it.each(FLOWS)('%s ends in one charge', async (_, number) => {
    const { url } = await cardPage({ hasSocket: false })
    const tab = await visits(url)

    await payThrough(tab, number)
  })
})
