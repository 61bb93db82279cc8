import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { OrderAction } from '../../shared/order-view.ts'
import { BANK_WAIT_MS, LOAD_LIMIT_MS } from '../durations.ts'
import type { LanguageFile } from '../languages/language-file.ts'
import russian from '../languages/ru.json'
import { servedTexts } from '../languages/served-texts.ts'
import { TEXTS } from '../screen/english-texts.ts'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

afterEach(() => {
  document.documentElement.style.fontSize = ''
})

const FULL_PAGE = 'https://pay.example.com/three-ds/1/key/step'
const here = (path: string) => new URL(path, location.href).href

const challenge: OrderAction = {
  type: 'challenge',
  url: FULL_PAGE,
  frame: here('/fake-frames/bank'),
  secondsLeft: 30,
}
const method: OrderAction = { ...challenge, type: 'method', secondsLeft: 10 }

const offerTag = (offer = offerOf(), tab = new FakeTab()) => Checkout.open({ offer, locale: 'en-IE' }, tab)

const dialogOf = ({ root }: Checkout) => root.querySelector('dialog')
const frameOf = ({ root }: Checkout) => root.querySelector<HTMLIFrameElement>('[part=frame]')
const titleOf = (checkout: Checkout) => dialogOf(checkout)?.querySelector('h2')?.innerText

/** A tag whose shopper clicked, and whose order then waits for a step. */
async function waitingFor(action: OrderAction, checkout?: Checkout): Promise<Checkout> {
  const shown = checkout ?? (await offerTag())
  shown.press('Continue to payment')
  await shown.reads('Preparing')
  await shown.told({ status: action.type === 'page' ? 'challenge' : action.type, action })
  return shown
}

/** A tab whose edge names the seller. */
function ofSeller(): FakeTab {
  const tab = new FakeTab()
  tab.edge.settings = { ...tab.edge.settings, merchant: { name: 'Heather Hill' } }
  return tab
}

async function atChallenge(checkout?: Checkout): Promise<Checkout> {
  const shown = await waitingFor(challenge, checkout)
  await expect.poll(() => dialogOf(shown)?.matches(':modal')).toBe(true)
  return shown
}

/** What a page in the frame posts to the one around it. */
function post(frame: HTMLIFrameElement | null, message: string) {
  const page = frame?.contentWindow as (Window & { eval(code: string): void }) | null | undefined
  page?.eval(`parent.postMessage(${JSON.stringify(message)}, '*')`)
}

describe('a page that hides the tag while the bank asks', () => {
  it.each(['display: none', 'content-visibility: hidden'])(
    'by “%s” is not inert below the dialog, which is there again with the tag and keeps the bank’s page',
    async (style) => {
      const checkout = await atChallenge()
      const bank = frameOf(checkout)?.contentWindow
      const around = document.createElement('div')
      document.body.append(around)
      around.moveBefore(checkout.element, null)
      await expect.poll(() => dialogOf(checkout)?.matches(':modal')).toBe(true)

      around.style = style
      await expect.poll(() => dialogOf(checkout)?.open).toBe(false)
      around.removeAttribute('style')

      await expect.poll(() => dialogOf(checkout)?.matches(':modal')).toBe(true)
      expect(frameOf(checkout)?.contentWindow).toBe(bank)
    },
  )
})

describe('a page that takes the box of the tag away', () => {
  it('shows the bank’s dialog still', async () => {
    const checkout = await offerTag()
    checkout.element.style.display = 'contents'

    await atChallenge(checkout)
    checkout.element.requestUpdate()
    await checkout.drawn()

    expect(dialogOf(checkout)?.matches(':modal')).toBe(true)
  })
})

describe('a challenge', () => {
  it('is shown in a modal dialog with a title, on which the focus is', async () => {
    const checkout = await atChallenge()

    expect(titleOf(checkout)).toBe('Confirm with your bank')
    expect(checkout.root.activeElement?.textContent).toBe('Confirm with your bank')
    expect(frameOf(checkout)?.src).toBe(`${challenge.frame}?lang=en`)
    expect(frameOf(checkout)?.title).toBe('Your bank is checking')
  })

  it('is asked for in the tag’s language, which it keeps if the page changes its own', async () => {
    const file = JSON.stringify(Object.entries(TEXTS).map(([key, text]) => (key === 'pay' ? 'Jetzt!' : text)))
    const tab = new FakeTab()
    tab.edge.languages = { digests: '{"de":"sha256-…"}', de: file }
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'de' }, tab)
    checkout.press('Jetzt!')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'challenge', action: challenge })
    await expect.poll(() => frameOf(checkout)?.src).toBe(`${challenge.frame}?lang=de`)
    const shown = frameOf(checkout)?.contentWindow?.document
    expect(dialogOf(checkout)?.querySelector('a')?.href).toBe(`${FULL_PAGE}?lang=de`)

    checkout.element.locale = 'en'
    await checkout.drawn()

    expect(frameOf(checkout)?.src).toBe(`${challenge.frame}?lang=de`)
    expect(frameOf(checkout)?.contentWindow?.document).toBe(shown)
  })

  it('is in the tag’s language where a page opens at it, whichever comes first', async () => {
    const file = JSON.stringify(Object.keys(TEXTS).map((key) => `${key} auf Deutsch`))
    const come = Promise.withResolvers<void>()
    const tab = new FakeTab()
    tab.edge.languages = { digests: '{"de":"sha256-…"}', de: file }
    tab.edge.languagesAfter = come.promise
    const { id } = tab.edge.add({ status: 'challenge', action: challenge })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'de' }, tab)
    await expect.poll(() => checkout.element.order?.status).toBe('challenge')

    come.resolve()

    await expect.poll(() => titleOf(checkout)).toBe('confirm auf Deutsch')
    expect(frameOf(checkout)?.src).toBe(`${challenge.frame}?lang=de`)
  })

  it('cannot move the shop, keeps its origin, and may use passkeys', async () => {
    const checkout = await atChallenge()

    expect(frameOf(checkout)?.getAttribute('sandbox')).toBe(
      'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals',
    )
    expect(frameOf(checkout)?.allow).toBe('publickey-credentials-get *; payment *')
  })

  it('says who asks for what sum, for which seller; beside its own question the sum and the seller', async () => {
    const checkout = await atChallenge(await offerTag(offerOf(), ofSeller()))
    const payee = () => dialogOf(checkout)?.querySelector<HTMLElement>('#payee')?.innerText

    await expect.poll(payee).toBe('Your bank asks you to confirm €12.50 for Heather Hill.')
    expect(dialogOf(checkout)?.getAttribute('aria-describedby')).toBe('payee')

    checkout.press('Cancel payment')
    await expect.poll(payee).toMatch(/^€12.50\s+Heather Hill$/)
  })

  it('keeps programs that translate pages from the sum and the seller’s name, also within its words', async () => {
    const checkout = await atChallenge(await offerTag(offerOf(), ofSeller()))
    const kept = () =>
      [...(dialogOf(checkout)?.querySelectorAll('#payee [translate=no]') ?? [])].map((one) => one.textContent)

    await expect.poll(kept).toEqual(['€12.50', 'Heather Hill'])

    checkout.press('Cancel payment')
    await expect.poll(() => titleOf(checkout)).toBe('Cancel this payment?')
    expect(kept()).toEqual(['€12.50', 'Heather Hill'])
  })

  it('says the sum alone where the edge has named no seller', async () => {
    const checkout = await atChallenge()

    await expect
      .poll(() => dialogOf(checkout)?.querySelector<HTMLElement>('#payee')?.innerText)
      .toBe('€12.50')
  })

  it('turns a spinner until the page of the bank is there', async () => {
    const checkout = await atChallenge()
    const frame = frameOf(checkout)
    const spins = () => !!dialogOf(checkout)?.querySelector('[part=spinner]')
    await expect.poll(() => frame?.contentDocument?.title).toBe('Bank')

    await expect.poll(spins).toBe(false)

    expect(frameOf(checkout)).toBe(frame)
  })

  it('turns the spinner on where the edge’s page has come, but not the bank’s', async () => {
    const { secondsLeft: _, ...endless } = challenge
    const checkout = await waitingFor({ ...endless, frame: here('/fake-frames/empty') })
    await expect.poll(() => frameOf(checkout)?.contentDocument?.readyState).toBe('complete')
    await checkout.drawn()

    expect(dialogOf(checkout)?.querySelector('[part=spinner]')).not.toBe(null)
  })

  // The last two are what 400 % zoom leaves of a screen of 1280 pixels.
  it.each([
    [390, 844],
    [844, 390],
    [640, 320],
    [320, 568],
    [320, 256],
  ])('fills a screen of %i by %i pixels, and the bank has most of it', async (width, height) => {
    await page.viewport(width, height)
    const checkout = await atChallenge(await offerTag(offerOf(), ofSeller()))
    const sizeOf = (selector: string) => dialogOf(checkout)?.querySelector(selector)?.getBoundingClientRect()

    const dialog = dialogOf(checkout)?.getBoundingClientRect()
    expect([dialog?.width, dialog?.height]).toEqual([width, height])
    expect(sizeOf('iframe')?.height).toBeGreaterThanOrEqual(height * 0.75)
    expect(sizeOf('[part~=close]')?.bottom).toBeLessThan(60)
    expect(dialogOf(checkout)?.scrollWidth).toBe(width)

    checkout.press('Cancel payment')
    await expect.poll(() => frameOf(checkout)?.inert).toBe(true)
    expect(sizeOf('[part=actions]')?.bottom).toBeLessThanOrEqual(height)
  })

  it('has the full page as a link from the start', async () => {
    const checkout = await atChallenge()

    const link = dialogOf(checkout)?.querySelector('a')
    expect([link?.innerText, link?.href]).toEqual(['Open in full page', `${FULL_PAGE}?lang=en`])
    expect(link?.getAttribute('part')).toContain('quiet')
  })

  it('makes a button of that link once the shopper has been there for long', async () => {
    const checkout = await waitingFor({ ...challenge, secondsLeft: 45 })
    const rank = () => dialogOf(checkout)?.querySelector('a')?.getAttribute('part')
    await expect.poll(() => frameOf(checkout)?.contentDocument?.title).toBe('Bank')
    await checkout.tab.passes(LOAD_LIMIT_MS)
    await checkout.drawn()
    expect(rank()).toBe('button quiet')

    await checkout.tab.passes(BANK_WAIT_MS)

    await expect.poll(rank).toBe('button secondary')
    expect(dialogOf(checkout)?.querySelector('[role=alert]')?.textContent).toBe('')
  })

  it('names the full page more strongly once its start is overdue', async () => {
    const checkout = await waitingFor({ ...challenge, secondsLeft: 45 })

    await checkout.tab.passes(45_000)

    await expect.poll(() => dialogOf(checkout)?.innerText).toContain('Open the full page.')
    expect(dialogOf(checkout)?.querySelector('a')?.getAttribute('part')).toContain('primary')
  })

  it('that shows nothing for 8 seconds points to the full page', async () => {
    const { secondsLeft: _, ...endless } = challenge
    const checkout = await waitingFor({ ...endless, frame: here('/fake-frames/empty'), secondsLeft: 1e6 })
    await expect.poll(() => checkout.tab.pauses).toContain(8000)

    checkout.tab.endPauses()

    await expect.poll(() => dialogOf(checkout)?.innerText).toContain('Nothing here?')
  })

  it('closes when the order goes on, and the focus moves to where the payment stands', async () => {
    const checkout = await atChallenge()

    await checkout.told({ status: 'processing' })

    await expect.poll(() => dialogOf(checkout)).toBe(null)
    expect(checkout.root.activeElement?.textContent).toBe('We are checking your payment')
  })

  it('is looked after when its frame says that the bank is done', async () => {
    const checkout = await atChallenge()
    await expect.poll(() => frameOf(checkout)?.contentDocument?.title).toBe('Bank')
    checkout.edge.calls.length = 0

    post(frameOf(checkout), 'pay-checkout:done')

    await expect.poll(() => checkout.edge.called('read')).toHaveLength(1)
  })

  it('points to the full page where the bank is done and the order still waits', async () => {
    const checkout = await atChallenge()
    await expect.poll(() => frameOf(checkout)?.contentDocument?.title).toBe('Bank')

    post(frameOf(checkout), 'pay-checkout:done')

    await expect.poll(() => dialogOf(checkout)?.innerText).toContain('Open the full page.')
  })

  it('takes no word from another frame, nor another word', async () => {
    const checkout = await atChallenge()
    await expect.poll(() => frameOf(checkout)?.contentDocument?.title).toBe('Bank')
    const other = document.body.appendChild(document.createElement('iframe'))
    checkout.edge.calls.length = 0
    const heard: unknown[] = []
    addEventListener('message', ({ data }) => heard.push(data))

    post(other, 'pay-checkout:done')
    post(frameOf(checkout), 'pay-checkout:other')
    await expect.poll(() => heard).toHaveLength(2)

    expect(checkout.edge.calls).toEqual([])
  })

  it('is shown again after a reload in the middle of it', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    await atChallenge(await offerTag(offer, new FakeTab(edge)))
    document.body.replaceChildren()

    const reloaded = await offerTag(offer, new FakeTab(edge))

    await expect.poll(() => dialogOf(reloaded)?.matches(':modal')).toBe(true)
    expect(edge.payments).toHaveLength(1)
  })

  it('that began in another tab is offered here, and not shown by itself', async () => {
    const [offer, edge] = [offerOf(), new FakeEdge()]
    const [one, two] = [await offerTag(offer, new FakeTab(edge)), await offerTag(offer, new FakeTab(edge))]
    await atChallenge(one)
    await two.reads('Your bank is checking')
    expect(dialogOf(two)).toBe(null)

    two.press('Continue to payment')

    await expect.poll(() => dialogOf(two)?.matches(':modal')).toBe(true)
  })

  it('stays one challenge when the order says the same again', async () => {
    const checkout = await atChallenge()
    const frame = frameOf(checkout)

    await checkout.told({ status: 'challenge', action: { ...challenge, secondsLeft: 600 } })
    await checkout.drawn()

    expect(frameOf(checkout)).toBe(frame)
    expect(checkout.outcomes.filter((type) => type === 'pay-challenge')).toHaveLength(1)
  })

  it('is left to the page that prevents pay-challenge', async () => {
    const checkout = await offerTag()
    checkout.element.addEventListener('pay-challenge', (event) => event.preventDefault())
    await waitingFor(challenge, checkout)
    await checkout.reads('Your bank is checking')

    expect(checkout.event('pay-challenge').url).toBe(FULL_PAGE)
    expect(checkout.event('pay-challenge').order.status).toBe('challenge')
    expect(dialogOf(checkout)).toBe(null)
  })

  it('is a full page where the page is cross-origin isolated', async () => {
    const tab = new FakeTab()
    tab.isIsolated = true
    const checkout = await waitingFor(challenge, await offerTag(offerOf(), tab))

    await expect.poll(() => tab.visited).toEqual([FULL_PAGE])
    expect(dialogOf(checkout)).toBe(null)
    expect(checkout.outcomes).toContain('pay-redirect')
  })

  it('is a full page of the whole window too, where the shop’s page is in a frame of another site', async () => {
    const tab = new FakeTab()
    tab.isIsolated = tab.isForeign = true

    const checkout = await waitingFor(challenge, await offerTag(offerOf(), tab))

    await expect.poll(() => checkout.root.querySelector('a')?.target).toBe('_top')
    expect(checkout.root.querySelector('a')?.href).toBe(`${FULL_PAGE}?lang=en`)
  })

  it.each(['https://gate.example.com/acs', 'https://pay.example.com.evil.example/three-ds/1/key/step'])(
    'tells no other page its language: %s',
    async (url) => {
      const checkout = await waitingFor({ ...challenge, url })

      await expect.poll(() => dialogOf(checkout)?.querySelector('a')?.href).toBe(url)
    },
  )

  it('is a full page where the edge has no frame for it', async () => {
    const { frame: _, ...frameless } = challenge
    const checkout = await waitingFor(frameless)

    await expect.poll(() => checkout.tab.visited).toEqual([FULL_PAGE])
  })

  it.each(['javascript:alert(1)', 'http://pay.example.com/frames/challenge'])(
    'is never framed from %s',
    async (frame) => {
      const checkout = await waitingFor({ ...challenge, frame })

      await expect.poll(() => checkout.outcomes.at(-1)).toBe('pay-failed')
      expect(frameOf(checkout)).toBe(null)
    },
  )

  it('is out of the page with its tag, and back with it', async () => {
    const checkout = await atChallenge()
    checkout.element.remove()
    expect(dialogOf(checkout)?.open).toBe(false)

    document.body.append(checkout.element)

    await expect.poll(() => dialogOf(checkout)?.matches(':modal')).toBe(true)
  })
})

describe('the dialog in letters of twice the size', () => {
  /** Texts longer than the English ones. */
  async function atRussianChallenge(action = challenge): Promise<Checkout> {
    document.documentElement.style.fontSize = '200%'
    const tab = ofSeller()
    tab.edge.languages = { digests: '{"ru":"sha256-…"}', ru: servedTexts(russian as LanguageFile) }
    const { id } = tab.edge.add({ status: 'challenge', action })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'ru' }, tab)
    await expect.poll(() => titleOf(checkout)).toBe('Подтвердите в вашем банке')
    return checkout
  }

  const boxOf = (checkout: Checkout, selector: string) =>
    dialogOf(checkout)?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()

  /** Height of a line of the message. */
  const FIRST_LINE = 42

  const alertOf = (checkout: Checkout) => dialogOf(checkout)?.querySelector('[role=alert]')?.textContent

  /** Whether all of it is in the window once the dialog is scrolled to it. */
  function isReachable(checkout: Checkout, selector: string): boolean {
    dialogOf(checkout)?.querySelector(selector)?.scrollIntoView({ block: 'nearest' })
    const { top, bottom, left, right } = boxOf(checkout, selector)
    return bottom > top && top >= 0 && bottom <= innerHeight + 1 && left >= 0 && right <= innerWidth
  }

  it.each([
    [320, 640, 400],
    [390, 664, 400],
    [640, 320, 240],
    [1280, 800, 400],
  ])(
    'leaves the bank of %i by %i pixels %i in height, also beside a message',
    async (width, height, least) => {
      await page.viewport(width, height)
      const checkout = await atRussianChallenge()
      await expect.poll(() => dialogOf(checkout)?.querySelector('[part=spinner]')).toBe(null)
      expect(boxOf(checkout, 'iframe').height).toBeGreaterThanOrEqual(least)

      checkout.tab.endPauses()
      await expect.poll(() => alertOf(checkout)).toBe(russian.tag.late)

      expect(boxOf(checkout, 'iframe').height).toBeGreaterThanOrEqual(least)
      expect(isReachable(checkout, '[part=actions]')).toBe(true)
      expect(isReachable(checkout, '[part~=close]')).toBe(true)
      const { scrollWidth = 0, clientWidth = 0 } = dialogOf(checkout) ?? {}
      expect(scrollWidth).toBe(clientWidth)
    },
  )

  it.each([
    [390, 664],
    [640, 320],
  ])('shows a screen of %i by %i pixels the message where nothing loads', async (width, height) => {
    await page.viewport(width, height)
    const { secondsLeft: _, ...endless } = challenge
    const checkout = await atRussianChallenge({ ...endless, frame: here('/fake-frames/empty') })
    await expect.poll(() => checkout.tab.pauses).toContain(8000)

    checkout.tab.endPauses()
    await expect.poll(() => alertOf(checkout)).toBe(russian.tag.late)

    const { top } = boxOf(checkout, '[role=alert]')
    expect(boxOf(checkout, '[part=spinner]').bottom).toBeLessThan(top)
    expect(top + FIRST_LINE).toBeLessThanOrEqual(height)
  })

  it.each([
    [320, 640],
    [640, 320],
  ])('has the answers to its question within reach on %i by %i pixels', async (width, height) => {
    await page.viewport(width, height)
    const checkout = await atRussianChallenge()

    dialogOf(checkout)?.querySelector<HTMLElement>('[part~=close]')?.click()
    await expect.poll(() => frameOf(checkout)?.inert).toBe(true)

    expect(isReachable(checkout, '[part~=primary]')).toBe(true)
    expect(isReachable(checkout, '[part~=danger]')).toBe(true)
  })
})

describe('a dialog of the shop’s own', () => {
  /** Whether what a shopper sees and can reach in the middle of the window is the bank's. */
  const isOnTop = (checkout: Checkout) =>
    !!dialogOf(checkout)?.contains(checkout.root.elementFromPoint(innerWidth / 2, innerHeight / 2))

  /** A modal dialog of the page, as large as the window. */
  function shopDialog(content: string | HTMLElement): HTMLDialogElement {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; max-width: none'
    dialog.append(content)
    return dialog
  }

  it('that is opened over the bank’s comes below it, and the bank’s page stays as it was', async () => {
    const checkout = await atChallenge()
    await expect.poll(() => frameOf(checkout)?.contentDocument?.title).toBe('Bank')
    const bankPage = frameOf(checkout)?.contentDocument

    shopDialog('Would you like a newsletter?').showModal()

    await expect.poll(() => isOnTop(checkout)).toBe(true)
    expect(dialogOf(checkout)?.matches(':modal')).toBe(true)
    expect(frameOf(checkout)?.contentDocument).toBe(bankPage)
  })

  it('that the tag is in, closed and opened again, has the bank’s above it', async () => {
    const checkout = Checkout.make({ offer: offerOf(), locale: 'en-IE' })
    const cart = shopDialog(checkout.element)
    cart.showModal()
    await checkout.reads('€12.50 Continue to payment')
    await atChallenge(checkout)
    await expect.poll(() => isOnTop(checkout)).toBe(true)
    cart.close()

    cart.showModal()

    await expect.poll(() => isOnTop(checkout)).toBe(true)
  })

  it('that is no modal one, and covers nothing, is let be', async () => {
    const checkout = await atChallenge()
    let closings = 0
    dialogOf(checkout)?.addEventListener('close', () => {
      closings += 1
    })
    const note = document.body.appendChild(document.createElement('dialog'))
    note.textContent = 'Saved'
    const shown = new Promise((resolve) => note.addEventListener('toggle', resolve))

    note.show()
    await shown

    expect([isOnTop(checkout), closings]).toEqual([true, 0])
  })
})

describe('stopping', () => {
  /** Escape, as a browser tells it to a dialog. */
  const pressEscape = (checkout: Checkout) =>
    dialogOf(checkout)?.dispatchEvent(new Event('cancel', { cancelable: true }))

  it('is asked about first, also on Escape', async () => {
    const checkout = await atChallenge()

    expect(pressEscape(checkout)).toBe(false)
    await expect.poll(() => titleOf(checkout)).toBe('Cancel this payment?')

    expect(checkout.buttons).toEqual(['Keep paying', 'Cancel payment'])
    expect(checkout.root.activeElement?.textContent).toBe('Cancel this payment?')
    expect(checkout.edge.called('cancel')).toEqual([])
  })

  it('is taken back by going on, and the bank’s page stays as it was', async () => {
    const checkout = await atChallenge()
    const frame = frameOf(checkout)
    checkout.press('Cancel payment')
    await expect.poll(() => titleOf(checkout)).toBe('Cancel this payment?')

    checkout.press('Keep paying')

    await expect.poll(() => titleOf(checkout)).toBe('Confirm with your bank')
    expect(frameOf(checkout)).toBe(frame)
  })

  it('leaves nobody a page of the bank to type in while it is asked about', async () => {
    const checkout = await atChallenge()
    expect(frameOf(checkout)?.inert).toBe(false)

    checkout.press('Cancel payment')
    await expect.poll(() => frameOf(checkout)?.inert).toBe(true)
    expect(dialogOf(checkout)?.innerText).toContain('the money is sent back to you')

    checkout.press('Keep paying')
    await expect.poll(() => frameOf(checkout)?.inert).toBe(false)
  })

  it('promises no money back where a card is only verified', async () => {
    const tab = new FakeTab()
    const { id } = tab.edge.add({ intent: 'verify', status: 'challenge', action: challenge })
    const checkout = await Checkout.open({ session: `${id}.pay.1`, locale: 'en-IE' }, tab)
    await expect.poll(() => titleOf(checkout)).toBe('Confirm with your bank')

    checkout.press('Cancel')

    await expect.poll(() => titleOf(checkout)).toBe('Cancel this?')
    expect(dialogOf(checkout)?.innerText).toContain('Nothing was charged.')
    expect(dialogOf(checkout)?.innerText).not.toMatch(/payment/i)
    expect(dialogOf(checkout)?.innerText).not.toContain('sent back')
  })

  it('gives the order up', async () => {
    const checkout = await atChallenge()
    checkout.press('Cancel payment')
    await expect.poll(() => titleOf(checkout)).toBe('Cancel this payment?')

    checkout.press('Cancel payment')

    await checkout.reads('Cancelled')
    expect(dialogOf(checkout)).toBe(null)
    expect(checkout.outcomes).toContain('pay-cancelled')
  })

  it('that comes too late leaves the challenge to be gone on with', async () => {
    const checkout = await atChallenge()
    checkout.edge.failNext('cancel', { code: 'attempt-in-flight' })
    checkout.press('Cancel payment')
    await expect.poll(() => titleOf(checkout)).toBe('Cancel this payment?')

    checkout.press('Cancel payment')
    await expect.poll(() => dialogOf(checkout)).toBe(null)
    checkout.press('Continue to payment')

    await expect.poll(() => titleOf(checkout)).toBe('Confirm with your bank')
  })

  it('is not what a browser does that closes the dialog unasked', async () => {
    const checkout = await atChallenge()

    dialogOf(checkout)?.close()

    await expect.poll(() => dialogOf(checkout)?.matches(':modal')).toBe(true)
    expect(checkout.edge.called('cancel')).toEqual([])
  })
})

describe('the 3DS Method', () => {
  it('runs unseen, in the same sandbox', async () => {
    const checkout = await waitingFor(method)

    await expect.poll(() => frameOf(checkout)?.src).toBe(`${method.frame}?lang=en`)
    expect(frameOf(checkout)?.checkVisibility()).toBe(false)
    expect(frameOf(checkout)?.getAttribute('sandbox')).toContain('allow-scripts')
    expect(dialogOf(checkout)).toBe(null)
    expect(checkout.announced.trim()).toBe(
      'Checking with your bank… This takes a few seconds. You do not have to do anything.',
    )
  })

  it('whose time is over is told to the order', async () => {
    const checkout = await waitingFor(method)
    await expect.poll(() => checkout.tab.pauses).toContain(10_000)

    checkout.tab.endPauses()

    await expect.poll(() => checkout.edge.called('method')).toHaveLength(1)
  })

  it('that ended in time is told nothing of', async () => {
    const checkout = await waitingFor(method)
    await expect.poll(() => checkout.tab.pauses).toContain(10_000)
    await checkout.told({ status: 'processing' })
    await expect.poll(() => frameOf(checkout)).toBe(null)

    checkout.tab.endPauses()
    await checkout.element.refresh()

    expect(checkout.edge.called('method')).toEqual([])
  })

  it('gives way to the challenge', async () => {
    const checkout = await waitingFor(method)

    await checkout.told({ status: 'challenge', action: { ...challenge, frame: `${challenge.frame}?2` } })

    await expect.poll(() => titleOf(checkout)).toBe('Confirm with your bank')
  })
})
