import { describe, expect, it } from 'vitest'
import { type CheckPage, openCheck, type Verifier, type VerifierOptions } from './person-check.ts'

const SHOP = 'https://shop.example.com'
const PAGE = `${SHOP}/mug`

const MARKUP = '<main><p id="words" role="status"></p><div id="check"></div><a id="back">Back</a></main>'

/** The edge's page in a document of its own, a verifier that shows nothing, and what the page did. */
class Opened {
  readonly document = document.implementation.createHTMLDocument()
  readonly posted: [message: unknown, origin: string][] = []
  readonly left: string[] = []
  options: VerifierOptions | undefined
  verifier: Verifier | undefined = {
    render: (_, options) => {
      this.options = options
    },
  }

  constructor({ isFramed = true, order = 'order-1', back = PAGE, origins = [SHOP] } = {}) {
    Object.assign(this.document.documentElement.dataset, {
      origins: JSON.stringify(origins),
      // Not fetched: the document belongs to no window.
      verifier: 'https://verifier.example.com',
      siteKey: 'site-key-1',
      action: 'pay',
    })
    this.document.body.innerHTML = MARKUP
    const around = { postMessage: (message: unknown, origin: string) => this.posted.push([message, origin]) }
    const page: CheckPage = {
      document: this.document,
      hash: `#order=${encodeURIComponent(order)}&return=${encodeURIComponent(back)}`,
      around: isFramed ? (around as unknown as Window) : undefined,
      leave: (url) => this.left.push(url),
      verifier: () => this.verifier,
    }
    openCheck(page)
  }

  get script() {
    return this.document.querySelector('script')
  }

  get words() {
    return this.document.querySelector('#words')?.textContent
  }

  /** The verifier's script has come. */
  loaded(): this {
    this.script?.dispatchEvent(new Event('load'))
    return this
  }
}

describe('the bot check', () => {
  it('asks the verifier about this order', () => {
    const opened = new Opened().loaded()

    expect(opened.script?.src).toBe('https://verifier.example.com/turnstile/v0/api.js?render=explicit')
    expect(opened.options).toMatchObject({ sitekey: 'site-key-1', action: 'pay', cData: 'order-1' })
    expect(opened.words).toBe('One moment…')
  })

  it('tells a shopper who does not see it what to do, and that it is passed', () => {
    const { options, ...opened } = new Opened().loaded()
    const words = () => opened.document.querySelector('[role=status]')?.textContent

    options?.['before-interactive-callback']()
    expect(words()).toBe('Please confirm below.')

    options?.callback('0.token')
    expect(words()).toBe('Thank you.')
  })

  it('gives the token to the shop’s page alone', () => {
    const opened = new Opened().loaded()

    opened.options?.callback('0.token')

    expect(opened.posted).toEqual([[{ check: '0.token' }, SHOP]])
    expect(opened.left).toEqual([])
  })

  it.each([
    [PAGE, `${PAGE}#pay-check=order-1.0.a%2Bb`],
    [`${PAGE}#reviews`, `${PAGE}#reviews&pay-check=order-1.0.a%2Bb`],
    [`${PAGE}#/cart?`, `${PAGE}#/cart?pay-check=order-1.0.a%2Bb`],
  ])('that is alone goes back to %s with it', (back, expected) => {
    const opened = new Opened({ isFramed: false, back }).loaded()

    opened.options?.callback('0.a+b')

    expect(opened.left).toEqual([expected])
    expect(opened.posted).toEqual([])
  })

  it('that is alone has a way back without a token', () => {
    const { document } = new Opened({ isFramed: false })

    expect(document.querySelector<HTMLAnchorElement>('#back')?.href).toBe(PAGE)
  })

  it.each([
    ['no order', { order: '' }],
    ['an order that is none', { order: 'a/../b' }],
    ['no page', { back: '' }],
    ['a page of a stranger', { back: 'https://stranger.example/' }],
    ['a page whose name begins like the shop’s', { back: `${SHOP}.stranger.example/` }],
    ['a script', { back: 'javascript:alert(1)' }],
  ])('of an address with %s starts nothing and leads nowhere', (_, change) => {
    const opened = new Opened({ isFramed: false, ...change })

    expect(opened.script).toBe(null)
    expect(opened.document.querySelector('#back')?.hasAttribute('href')).toBe(false)
    expect(opened.words).toContain('This address is not complete.')
  })

  it.each<[string, (opened: Opened) => unknown]>([
    ['whose script is blocked', ({ script }) => script?.dispatchEvent(new Event('error'))],
    [
      'whose script brings no verifier',
      (opened) => {
        opened.verifier = undefined
        opened.loaded()
      },
    ],
    ['that fails', (opened) => opened.loaded().options?.['error-callback']()],
    ['that the browser is too old for', (opened) => opened.loaded().options?.['unsupported-callback']()],
  ])('%s says so, and lets the tag point to the full page', (_, happen) => {
    const opened = new Opened()

    happen(opened)

    expect(opened.words).toBe('This check did not work. Please try again.')
    expect(opened.posted).toEqual([['pay-checkout:done', SHOP]])
  })

  it('has a frame that is seen from outside as soon as the verifier is there, and not before', () => {
    const opened = new Opened()
    const frames = () => opened.document.querySelectorAll('iframe').length
    expect(frames()).toBe(0)

    opened.loaded()

    expect(frames()).toBe(1)
  })
})
