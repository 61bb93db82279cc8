import { describe, expect, it } from 'vitest'
import type { OrderAction } from '../../shared/order-view.ts'
import { FakeWindow } from '../testing/fake-window.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

const URL_OF_PAGE = 'https://gateway.example.com/form'
const ACTION: OrderAction = { type: 'redirect', url: URL_OF_PAGE }
const FRAME = `${location.origin}/fake-frames/bank`

/** A tag that shows the payment page in a window of its own. */
async function popUpTag(presentation = 'popup', tab = new FakeTab(), named: Record<string, string> = {}) {
  const windows: FakeWindow[] = []
  tab.openPopUp = () => {
    const opened = new FakeWindow()
    windows.push(opened)
    return opened as unknown as Window
  }
  const attributes = { offer: offerOf(), locale: 'en-IE', presentation, ...named }
  return { checkout: await Checkout.open(attributes, tab), windows }
}

/** The shopper clicks, and the window is at the payment page. */
async function toPage(checkout: Checkout, windows: readonly FakeWindow[]) {
  checkout.press('Continue to payment')
  await checkout.reads('Preparing')
  await checkout.told({ status: 'redirect', action: ACTION })
  await expect.poll(() => windows[0]?.visited).toEqual([URL_OF_PAGE])
}

async function atPage() {
  const { checkout, windows } = await popUpTag()
  await toPage(checkout, windows)
  return { checkout, windows }
}

describe('a payment page in a pop-up', () => {
  it('is opened in the click itself, with words to wait by, and led to its page once', async () => {
    const { checkout, windows } = await popUpTag()

    checkout.press('Continue to payment')

    expect(windows[0]?.document.body.textContent).toBe('Taking you to the payment page…')
    await checkout.reads('Preparing')
    expect(checkout.edge.payments[0]?.body.presentation).toBe('popup')
    await checkout.told({ status: 'redirect', action: ACTION })
    await expect.poll(() => windows[0]?.visited).toEqual([URL_OF_PAGE])
    expect(checkout.tab.visited).toEqual([])
  })

  it.each<[string, Record<string, string>, (tag: Checkout['element']) => void]>([
    [
      'switches the tag on',
      { offer: offerOf(), disabled: '' },
      (tag) => Object.assign(tag, { disabled: false }),
    ],
    [
      'sets the amount',
      { offer: offerOf({ min: '5.00', max: '50.00' }) },
      (tag) => Object.assign(tag, { amount: '12.50' }),
    ],
  ])('is opened also where the page %s and pays in one task', async (_, attributes, change) => {
    const { checkout, windows } = await popUpTag('popup', undefined, attributes)

    change(checkout.element)
    checkout.element.submit()

    expect(windows).toHaveLength(1)
    await checkout.reads('Preparing')
    expect(checkout.edge.payments[0]?.body.presentation).toBe('popup')
  })

  it('is pointed to while the order waits, with two buttons', async () => {
    const { checkout } = await atPage()

    await checkout.reads('Continue in the other window Did the window close? You can open it again.')
    expect(checkout.buttons).toEqual(['Open the window again', 'Cancel payment'])
    expect(checkout.root.querySelector('a')).toBeNull()
  })

  it('is brought to the front by going on', async () => {
    const { checkout, windows } = await atPage()

    checkout.press('Open the window again')

    expect(windows).toHaveLength(1)
    expect(windows[0]?.focused).toBe(1)
  })

  it('that is closed, or cut off, is opened again by going on, and decides nothing', async () => {
    const { checkout, windows } = await atPage()
    windows[0]?.close()
    expect(checkout.element.order?.status).toBe('redirect')

    checkout.press('Open the window again')

    await expect.poll(() => windows[1]?.visited).toEqual([URL_OF_PAGE])
    expect(checkout.edge.payments).toHaveLength(1)
  })

  it('is closed once the order goes on, and the order tells the outcome', async () => {
    const { checkout, windows } = await atPage()

    await checkout.told({ status: 'approved' })

    expect(windows[0]?.closed).toBe(true)
    expect(checkout.text).toContain('Thank you!')
  })

  it('is not opened for a form that is not complete', async () => {
    const { checkout, windows } = await popUpTag()
    checkout.element.offer = offerOf({ collect: ['email'] })
    await checkout.reads('Email')

    checkout.press('Continue to payment')
    await checkout.drawn()

    expect(windows).toEqual([])
  })

  it('is closed where the edge refuses, or the page prevents the payment', async () => {
    const { checkout, windows } = await popUpTag()
    checkout.edge.failNext('checkout', { code: 'payments-paused' })
    checkout.press('Continue to payment')
    await checkout.reads('Payments are paused')
    checkout.element.addEventListener('pay-submit', (event) => event.preventDefault())

    checkout.press('Continue to payment')

    await expect.poll(() => windows.map(({ closed }) => closed)).toEqual([true, true])
  })

  it('is closed where the shopper pays another way, in the page', async () => {
    const tab = new FakeTab()
    tab.edge.template = { methods: ['hosted', 'card'] }
    const offer = offerOf({ methods: ['hosted', 'card'] })
    const { checkout, windows } = await popUpTag('popup', tab, { offer, edge: location.origin })
    await toPage(checkout, windows)
    checkout.press('Pay another way')
    await checkout.reads('Choose how to pay')
    expect(windows[0]?.closed).toBe(false)
    checkout.control('Card').click()
    const port = () => (checkout.root.querySelector('iframe')?.contentWindow as { port?: MessagePort })?.port
    await expect.poll(port).toBeTruthy()
    port()?.postMessage({ type: 'state', isComplete: true })

    checkout.press('Pay €12.50')

    await expect.poll(() => windows.map(({ closed }) => closed)).toEqual([true])
  })

  it('is closed where the answer is lost and the attempt is over by then', async () => {
    const tab = new FakeTab()
    tab.refusesSockets = true
    const { fetch } = tab.edge
    const ended = () => tab.edge.tell(tab.edge.order.id, { status: 'error' })
    const failing: typeof fetch = (...call) => fetch(...call).catch((lost) => Promise.reject(ended() && lost))
    Object.assign(tab.edge, { fetch: failing })
    const { checkout, windows } = await popUpTag('popup', tab)
    tab.edge.failNext('checkout', 'answer-lost')

    checkout.press('Continue to payment')

    await checkout.reads('Payment not completed')
    expect(windows.map(({ closed }) => closed)).toEqual([true])
  })

  it('is closed where the page prevents the payment, whatever was shown in a frame before', async () => {
    const { checkout, windows } = await popUpTag('frame')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'redirect', action: { ...ACTION, frame: FRAME } })
    await checkout.told({ status: 'declined' })
    checkout.element.presentation = 'popup'
    checkout.element.addEventListener('pay-submit', (event) => event.preventDefault())

    checkout.press('Try again')

    await expect.poll(() => windows.map(({ closed }) => closed)).toEqual([true])
  })

  it('that the browser forbids is a full page instead', async () => {
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE', presentation: 'popup' })

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments[0]?.body.presentation).toBe('redirect')
    await checkout.told({ status: 'redirect', action: ACTION })
    await expect.poll(() => checkout.tab.visited).toEqual([URL_OF_PAGE])
  })
})

/** A frame of the page that nobody sees, as blockers of pop-ups return one. */
function decoy() {
  const frame = document.body.appendChild(document.createElement('iframe'))
  return frame.contentWindow
}

describe('in the place of a pop-up', () => {
  it.each<[string, () => unknown]>([
    [
      'an error',
      () => {
        throw new TypeError('not here')
      },
    ],
    ['nothing', () => undefined],
    ['an empty stub', () => ({})],
    ['a stub that says it is open', () => ({ closed: false, focus() {}, close() {} })],
    ['a window that is closed', () => Object.assign(new FakeWindow(), { closed: true })],
    ['a window without a body', () => Object.assign(new FakeWindow(), { document: {} })],
    ['the page itself', () => window],
    ['a hidden frame', decoy],
    ['a hidden frame behind a proxy', () => new Proxy(decoy() as Window, {})],
    [
      'a window that is in use',
      () => {
        const used = new FakeWindow()
        used.document.body.textContent = 'Help'
        return used
      },
    ],
  ])('%s is left alone, and the page itself goes to the payment page', async (_, open) => {
    const tab = new FakeTab()
    tab.openPopUp = open as () => Window
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE', presentation: 'popup' }, tab)

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments[0]?.body.presentation).toBe('redirect')
    await checkout.told({ status: 'redirect', action: ACTION })
    await expect.poll(() => checkout.tab.visited).toEqual([URL_OF_PAGE])
    expect(document.body.contains(checkout.element)).toBe(true)
  })
})

describe('presentation', () => {
  it.each([
    ['', 'redirect'],
    ['overlay', 'redirect'],
    ['redirect', 'redirect'],
    ['frame', 'frame'],
  ])('%j asks the edge for %s', async (presentation, asked) => {
    const { checkout, windows } = await popUpTag(presentation)

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments[0]?.body.presentation).toBe(asked)
    expect(windows).toEqual([])
  })

  it('frame leaves where no frame runs', async () => {
    const tab = new FakeTab()
    tab.isIsolated = true
    const { checkout } = await popUpTag('frame', tab)

    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    expect(checkout.edge.payments[0]?.body.presentation).toBe('redirect')
  })

  it('frame shows the payment page in the dialog, with the full page from the start', async () => {
    const { checkout } = await popUpTag('frame')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')

    await checkout.told({
      status: 'redirect',
      action: { ...ACTION, frame: FRAME },
    })

    await expect.poll(() => checkout.root.querySelector('dialog')?.matches(':modal')).toBe(true)
    expect(checkout.root.querySelector('h2#bank')?.textContent).toBe('Payment page')
    expect(checkout.root.querySelector('dialog a')?.textContent).toBe('Open in full page')
    expect(checkout.event('pay-redirect').url).toBe(URL_OF_PAGE)
  })

  it('frame can be put away, and gone on with', async () => {
    const { checkout } = await popUpTag('frame')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    const action = { ...ACTION, frame: FRAME }
    await checkout.told({ status: 'redirect', action })
    await expect.poll(() => checkout.root.querySelector('dialog')?.matches(':modal')).toBe(true)

    checkout.press('Not now')
    await checkout.drawn()
    expect(checkout.root.querySelector('dialog')).toBe(null)
    await checkout.reads('Your payment is not finished yet Please continue on the payment page.')
    expect(checkout.buttons).toEqual(['Continue to payment', 'Cancel payment'])
    checkout.press('Continue to payment')

    await expect.poll(() => checkout.root.querySelector('dialog')?.matches(':modal')).toBe(true)
    expect(checkout.edge.called('cancel')).toEqual([])
  })
})

it('in a frame of another site’s, leaving is offered for the whole window too', async () => {
  const tab = new FakeTab()
  tab.isForeign = true
  const { checkout } = await popUpTag('redirect', tab)
  checkout.press('Continue to payment')
  await checkout.reads('Preparing')

  await checkout.told({ status: 'redirect', action: ACTION })

  await expect.poll(() => checkout.root.querySelector('a')?.target).toBe('_top')
  expect(checkout.root.querySelector('a')?.href).toBe(URL_OF_PAGE)
  expect(tab.visited).toEqual([URL_OF_PAGE])
})

describe('beside where a payment stands', () => {
  async function processing() {
    const { checkout } = await popUpTag('redirect')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing')
    await checkout.told({ status: 'processing' })
    return checkout
  }

  it('being offline is told of, and the order is looked at again once it is over', async () => {
    const checkout = await processing()
    dispatchEvent(new Event('offline'))
    await checkout.reads('You are offline')
    checkout.edge.calls.length = 0

    dispatchEvent(new Event('online'))

    await expect.poll(() => checkout.edge.called('read').length).toBeGreaterThan(0)
    await expect.poll(() => checkout.text).not.toContain('You are offline')
  })

  it('a receipt has its time, and can be printed', async () => {
    const checkout = await processing()
    const startedAt = '2026-11-21T10:00:00Z'
    await checkout.told({
      status: 'approved',
      methods: [],
      attempts: [{ number: 1, method: 'hosted', status: 'approved', startedAt }],
    })

    checkout.press('Print')

    const date = new Date(startedAt).toLocaleString('en-IE', { dateStyle: 'long', timeStyle: 'short' })
    expect(checkout.text).toContain(`Date ${date}`)
    expect(checkout.tab.prints).toBe(1)
  })
})
