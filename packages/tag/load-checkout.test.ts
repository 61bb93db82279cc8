import { beforeEach, describe, expect, it } from 'vitest'
import { TAG_SCRIPT } from './testing/fake-edges.mts'
import type { loadCheckout } from './types/load-checkout.d.ts'

/** A page of its own, which may define the tag once more. */
type Page = Window &
  typeof globalThis & {
    readonly load: typeof loadCheckout
    readonly again: typeof loadCheckout
    runs?: number
  }

const edge = `${location.origin}/edge`

const MODULE = '/load-checkout.ts'

/** Opens a page that has the loader, also as the second copy that a bundle or a development server makes of it. */
async function openPage(policy = ''): Promise<Page> {
  const frame = document.createElement('iframe')
  frame.srcdoc = `<!doctype html>
${policy && `<meta http-equiv="Content-Security-Policy" content="${policy}">`}
<script type="module">
  import { loadCheckout } from '${MODULE}'
  import { loadCheckout as again } from '${MODULE}?again'
  Object.assign(window, { load: loadCheckout, again })
</script>`
  await new Promise((resolve) => {
    frame.onload = resolve
    document.body.append(frame)
  })
  return frame.contentWindow as Page
}

const scripts = (page: Page) => [...page.document.querySelectorAll('script[crossorigin]')]

beforeEach(() => document.body.replaceChildren())

describe('the loader', () => {
  it('resolves when the tag is defined', async () => {
    const page = await openPage()

    await page.load({ edge })

    expect(page.customElements.get('pay-checkout')).toBeDefined()
  })

  it('loads once, however often a page calls, also from a second copy of the module', async () => {
    const page = await openPage()
    const calls = [page.load({ edge }), page.load({ edge: `${edge}/` }), page.again({ edge })]

    await Promise.all(calls)
    await page.load({ edge })

    expect(new Set(calls).size).toBe(1)
    expect([scripts(page).length, page.runs]).toEqual([1, 1])
  })

  it('adds no script where the page’s own HTML has defined the tag', async () => {
    const page = await openPage()
    page.customElements.define('pay-checkout', class extends page.HTMLElement {})

    await page.load({ edge })

    expect(scripts(page)).toEqual([])
  })

  it('takes a pinned version whose digest is right', async () => {
    const page = await openPage()
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(TAG_SCRIPT))
    const integrity = `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`

    await page.load({ edge, version: '0.2.0', integrity })

    expect(scripts(page).map((script) => script.getAttribute('src'))).toEqual([
      `${edge}/v/0.2.0/pay-checkout.js`,
    ])
    expect(page.runs).toBe(1)
  })

  it('works in a page that asks for trusted addresses', async () => {
    const page = await openPage("require-trusted-types-for 'script'; trusted-types pay-checkout-loader")

    await page.load({ edge })

    expect(page.runs).toBe(1)
  })
})

describe('a page without the tag learns why', () => {
  const wrongDigest = `sha256-${btoa('0'.repeat(32))}`

  it.each([
    ['edge-invalid', 'no address', { edge: 'pay.example.com' }],
    ['edge-invalid', 'a script in the address', { edge: 'javascript:alert(1)//' }],
    ['script-unavailable', 'an edge that answers 404', { edge: `${location.origin}/no-edge` }],
    ['script-unavailable', 'another digest', { edge, version: '0.2.0', integrity: wrongDigest }],
    ['tag-undefined', 'a script that is none of the tag’s', { edge: `${location.origin}/edge-of-nothing` }],
  ])('%s: %s', async (code, _, options) => {
    const page = await openPage()

    await expect(page.load(options)).rejects.toMatchObject({ name: 'LoadError', code })

    expect([scripts(page).length, page.runs]).toEqual([0, undefined])
  })

  it('script-unavailable: a policy that does not name the loader', async () => {
    const page = await openPage("require-trusted-types-for 'script'; trusted-types pay-checkout")

    await expect(page.load({ edge })).rejects.toMatchObject({
      code: 'script-unavailable',
      cause: expect.objectContaining({ name: 'TypeError' }),
    })
  })

  it('other-script: the tag of another edge is there', async () => {
    const page = await openPage()
    await page.load({ edge })

    await expect(page.load({ edge: `${location.origin}/second-edge` })).rejects.toMatchObject({
      code: 'other-script',
    })
    expect(page.runs).toBe(1)
  })

  it('and the next call tries again', async () => {
    const page = await openPage()
    const late = `${location.origin}/late/${crypto.randomUUID().replaceAll('-', '')}/edge`
    await expect(page.load({ edge: late })).rejects.toMatchObject({ code: 'script-unavailable' })

    await page.load({ edge: late })

    expect(page.runs).toBe(1)
  })
})
