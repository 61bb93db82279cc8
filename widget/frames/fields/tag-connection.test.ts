import { describe, expect, it } from 'vitest'
import { CONNECT_MESSAGE, type ConnectMessage } from '../../../shared/frame-messages.ts'
import type { OrderStatus } from '../../../shared/order-status.ts'
import type { Result } from '../../../shared/result.ts'
import type { Api, Refusal } from '../../order/api.ts'
import type { Payer } from '../../order/submission.ts'
import { CARD_METHODS } from './card-methods.ts'
import { textsOf } from './field-texts.ts'
import type { FrameMethods } from './method-fields.ts'
import { PAYOUT_METHODS } from './payout-methods.ts'
import { connectToTag, type FrameWindow, showForm } from './tag-connection.ts'

const CONNECT: ConnectMessage = {
  type: CONNECT_MESSAGE,
  locale: 'en-IE',
  direction: 'ltr',
  canvas: 'rgb(18, 18, 18)',
  look: {},
}

const PAY = {
  type: 'pay',
  orderId: 'order-1',
  token: 'pay.1',
  key: 'key.1',
  body: { method: 'card', presentation: 'frame' },
} as const

const CHECKOUT = {
  type: 'checkout',
  key: 'key-of-the-order',
  body: { offer: 'an.offer', pay: { method: 'card', presentation: 'frame' } },
} as const

/** What the edge refuses for certain. */
const REFUSED: Result<never, Refusal> = { ok: false, reason: { code: 'key-reused', status: 409 } }

/** An order that a checkout opened. */
const OPENED = opened([{ number: 1 }])

/** An order that the edge has found under the key, and whose price is over. */
const FOUND = opened([])

function opened(attempts: readonly object[]) {
  const order = { id: 'order-1', attempts }
  return { ok: true, value: { body: { order } } } as unknown as Awaited<ReturnType<Payer['checkout']>>
}

const NETWORK: Result<never, Refusal> = { ok: false, reason: { code: 'network' } }

const MALFORMED = { ok: false, reason: { code: 'body-malformed' } }

const standing = (status: OrderStatus) =>
  ({ ok: true, value: { body: { status } } }) as Awaited<ReturnType<Api['pay']>>

type Message = Record<string, unknown>

/** A frame of fields in a frame of this page, and the tag's end of the port. */
class FramePage {
  readonly window: FrameWindow
  readonly said: Message[] = []
  readonly paid: Parameters<Api['pay']>[] = []
  readonly opened: Parameters<Payer['checkout']>[] = []
  answer: ReturnType<Api['pay']> = Promise.resolve(NETWORK)
  checkedOut: ReturnType<Payer['checkout']> = Promise.resolve(NETWORK)
  readonly #port: MessagePort

  constructor(message: Partial<ConnectMessage> = {}) {
    const { port1, port2 } = new MessageChannel()
    const element = document.body.appendChild(document.createElement('iframe'))
    this.window = element.contentWindow as FrameWindow
    this.#port = port1
    port1.onmessage = ({ data }) => this.said.push(data)
    const method = { ...CARD_METHODS.methods, ...PAYOUT_METHODS.methods }[message.way ?? 'card']
    if (!method) throw new TypeError('no frame asks for this')
    const pay: Api['pay'] = (...call) => {
      this.paid.push(call)
      return this.answer
    }
    const texts = textsOf(CARD_METHODS.texts)
    const checkout: Payer['checkout'] = (...call) => {
      this.opened.push(call)
      return this.checkedOut
    }
    const edge = { checkout, pay }
    showForm(
      { frame: this.window, method, texts, port: port2, edge, origin: 'https://shop.example.com' },
      { ...CONNECT, ...message },
    )
  }

  input(name: string): HTMLInputElement {
    return this.window.document.getElementById(name) as HTMLInputElement
  }

  type(name: string, text: string): this {
    this.input(name).value = text
    this.input(name).dispatchEvent(new Event('input', { bubbles: true }))
    return this
  }

  typeAll(): this {
    return this.type('number', '4242424242424242')
      .type('holder', 'Ann Example')
      .type('expiry', '12/40')
      .type('code', '321')
  }

  get typed() {
    return ['number', 'expiry', 'code', 'holder'].map((name) => this.input(name).value)
  }

  say(message: object) {
    this.#port.postMessage(message)
  }

  heard(type: string) {
    return this.said.filter((message) => message.type === type)
  }
}

describe('the tag', () => {
  it('is told how the form stands at the start, and whenever that changes', async () => {
    const page = new FramePage()
    page.typeAll().type('holder', 'Ann Other')
    page.say({ type: 'check' })

    await expect.poll(() => page.heard('state').at(-1)).toMatchObject({ isComplete: true })

    expect(page.heard('state')).toEqual([
      { type: 'state', isComplete: false, brand: '', wrong: [] },
      { type: 'state', isComplete: false, brand: 'visa', wrong: [] },
      { type: 'state', isComplete: true, brand: 'visa', wrong: [] },
    ])
  })

  it('has the form show its errors without the focus, where a field of its own is wrong too', async () => {
    const page = new FramePage()

    page.say({ type: 'check', isBeside: true })

    await expect.poll(() => page.heard('state').at(-1)?.wrong).toEqual(['number', 'expiry', 'code', 'holder'])
    expect(page.heard('checked')).toEqual([{ type: 'checked', isComplete: false }])
    expect(page.window.document.activeElement).toBe(page.window.document.body)
  })

  it('is told which fields are shown as wrong', async () => {
    const page = new FramePage().type('number', '4242424242424242')

    page.say({ type: 'check' })

    await expect.poll(() => page.heard('state').at(-1)?.wrong).toEqual(['expiry', 'code', 'holder'])
    expect(page.window.document.activeElement).toBe(page.input('expiry'))
  })

  it.each([
    ['', false],
    ['12/40', true],
  ])('that asks is told how the form stands: “%s”, %s', async (expiry, isComplete) => {
    const page = new FramePage().typeAll().type('expiry', expiry)

    page.say({ type: 'check' })

    await expect.poll(() => page.heard('checked')).toEqual([{ type: 'checked', isComplete }])
  })

  it('says that it looks different by now, and what was typed stays', async () => {
    const page = new FramePage().typeAll()
    const { typed } = page

    page.say({ ...CONNECT, type: 'theme', canvas: 'rgb(255, 255, 255)', direction: 'rtl' })

    const { documentElement } = page.window.document
    await expect
      .poll(() => [documentElement.style.colorScheme, documentElement.dir])
      .toEqual(['light', 'rtl'])
    expect(page.typed).toEqual(typed)
  })

  it('is told how high the frame wants to be', async () => {
    const page = new FramePage()

    await expect.poll(() => page.heard('height').at(-1)?.height).toBe(page.window.document.body.offsetHeight)
  })

  it('is told of no brand where no number is asked for', async () => {
    const page = new FramePage({ way: 'payout-phone' })

    await expect.poll(() => page.heard('state')).toEqual([{ type: 'state', isComplete: false, wrong: [] }])
  })

  it('is told nothing that was typed, whatever happens', async () => {
    const page = new FramePage().typeAll()
    page.answer = Promise.resolve({ ok: false, reason: { code: 'card-invalid', fields: ['card.number'] } })
    page.say({ type: 'check' })
    page.say(PAY)

    await expect.poll(() => page.heard('answer')).toHaveLength(1)

    const said = JSON.stringify(page.said.filter(({ type }) => type !== 'height'))
    for (const text of ['4242', '321', '12/40', '2040', 'Ann', '16']) expect(said).not.toContain(text)
  })
})

describe('paying', () => {
  it('sends card and browser to the edge, and hands the answer on', async () => {
    const page = new FramePage().typeAll()

    page.say(PAY)

    await expect.poll(() => page.heard('answer')).toEqual([{ type: 'answer', answer: NETWORK }])
    const card = {
      ...{ number: '4242424242424242', holder: 'Ann Example' },
      ...{ expiryMonth: '12', expiryYear: '2040', cvv: '321' },
    }
    const browser = expect.objectContaining({ javascriptEnabled: true, language: expect.any(String) })
    expect(page.paid).toEqual([['order-1', 'pay.1', 'key.1', { ...PAY.body, card, browser }]])
  })

  it('by a saved card sends code and browser', async () => {
    const savedCard = { handle: '2', brand: 'VISA', masked: '•••• 4242', expires: '12/27' }
    const page = new FramePage({ way: 'saved-card', savedCard }).type('code', '321')
    const body = { method: 'saved-card', savedCard: '2' }

    page.say({ ...PAY, body })

    await expect.poll(() => page.paid[0]?.[3]).toEqual({ ...body, cvv: '321', browser: expect.anything() })
  })

  it('out sends the destination and nothing of the browser', async () => {
    const page = new FramePage({ way: 'payout-phone' }).type('phone', '+44 20 7946 0958')
    const body = { method: 'payout-phone' }

    page.say({ ...PAY, body })

    const destination = { phone: { number: '+442079460958' } }
    await expect.poll(() => page.paid[0]?.[3]).toEqual({ ...body, destination })
  })

  it('with a form that is not complete sends nothing', async () => {
    const page = new FramePage()

    page.say(PAY)

    const fields = ['number', 'expiry', 'code', 'holder']
    const answer = { ok: false, reason: { code: 'card-invalid', fields } }
    await expect.poll(() => page.heard('answer')).toEqual([{ type: 'answer', answer }])
    expect(page.paid).toEqual([])
  })

  it('marks what the edge refused, and keeps what was typed', async () => {
    const page = new FramePage().typeAll()
    page.answer = Promise.resolve({
      ok: false,
      reason: { code: 'card-invalid', fields: ['card.expiryYear'] },
    })

    page.say(PAY)

    await expect.poll(() => page.heard('state').at(-1)?.wrong).toEqual(['expiry'])
    expect(page.window.document.activeElement).toBe(page.input('expiry'))
    expect(page.typed).toEqual(['4242 4242 4242 4242', '12/40', '321', 'Ann Example'])
  })

  it.each(['sending', 'processing', 'challenge', 'approved', 'declined', 'filtered', 'error'] as const)(
    'empties all but the name when the order is %s',
    async (status) => {
      const page = new FramePage().typeAll()
      page.answer = Promise.resolve(standing(status))

      page.say(PAY)

      await expect.poll(() => page.heard('answer')).toHaveLength(1)
      expect(page.typed).toEqual(['', '', '', 'Ann Example'])
      expect(page.heard('state').at(-1)).toMatchObject({ isComplete: false, wrong: [] })
    },
  )

  describe.each([
    ['a wrong code', 'declined-security-code', ['4242 4242 4242 4242', '12/40', '', 'Ann Example'], 'code'],
    ['an expired card', 'declined-expired-card', ['4242 4242 4242 4242', '', '', 'Ann Example'], 'expiry'],
    ['any other decline', 'declined-funds', ['', '', '', 'Ann Example'], ''],
  ])('that ends with %s', (_, code, left, wrong) => {
    const paying = async () => {
      const page = new FramePage().typeAll()
      const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Api['pay']>>>()
      page.answer = promise
      page.say(PAY)
      await expect.poll(() => page.paid).toHaveLength(1)
      return { page, resolve }
    }
    const tell = async (page: FramePage) => {
      page.say({ type: 'declined', code, takesFocus: true })
      page.say({ ...CONNECT, type: 'theme', direction: 'rtl' })
      // The frame has read the message before this one by then.
      await expect.poll(() => page.window.document.documentElement.dir).toBe('rtl')
    }
    const expectEnd = async (page: FramePage) => {
      await expect.poll(() => page.typed).toEqual(left)
      const state = { isComplete: false, wrong: wrong ? [wrong] : [] }
      await expect.poll(() => page.heard('state').at(-1)).toMatchObject(state)
      expect(page.window.document.activeElement?.id).toBe(wrong)
    }

    it.each([
      ['an answer', standing('processing')],
      ['an answer that was lost', NETWORK],
    ])('leaves the same of what was typed, and says why, after %s', async (_, answer) => {
      const { page, resolve } = await paying()
      resolve(answer)
      await expect.poll(() => page.heard('answer')).toHaveLength(1)

      await tell(page)

      await expectEnd(page)
    })

    it.each([
      ['an answer', standing('declined')],
      ['an answer that is lost', NETWORK],
    ])('leaves the same of what was typed, and says why, before %s', async (_, answer) => {
      const { page, resolve } = await paying()
      await tell(page)

      resolve(answer)

      await expect.poll(() => page.heard('answer')).toHaveLength(1)
      await expectEnd(page)
    })
  })

  it('tells at the field why the payment was declined, and says before which declines it tells', async () => {
    const page = new FramePage().typeAll()
    await expect
      .poll(() => page.said.slice(0, 2))
      .toMatchObject([
        { type: 'says', codes: ['declined-expired-card', 'declined-security-code'] },
        { type: 'state' },
      ])
    page.answer = Promise.resolve(standing('declined'))
    page.say(PAY)
    await expect.poll(() => page.heard('answer')).toHaveLength(1)

    page.say({ type: 'declined', code: 'declined-security-code', takesFocus: true })

    await expect.poll(() => page.heard('state').at(-1)?.wrong).toEqual(['code'])
    expect(page.window.document.activeElement).toBe(page.input('code'))
  })

  it('keeps everything when no answer came, so that it can be tried again', async () => {
    const page = new FramePage().typeAll()

    page.say(PAY)
    await expect.poll(() => page.heard('answer')).toEqual([{ type: 'answer', answer: NETWORK }])
    page.say(PAY)

    await expect.poll(() => page.paid).toHaveLength(2)
  })

  it.each(['../elsewhere/order-1', 'order-1/cancel', 'order-1?x', '', 'a'.repeat(129)])(
    'sends nothing to an address made of the name of an order: %j',
    async (orderId) => {
      const page = new FramePage().typeAll()

      page.say({ ...PAY, orderId })
      await expect.poll(() => page.heard('answer')).toEqual([{ type: 'answer', answer: MALFORMED }])
      page.say(PAY)

      await expect.poll(() => page.paid.map(([id]) => id)).toEqual(['order-1'])
    },
  )

  it('pays one order, and no other one afterwards', async () => {
    const page = new FramePage().typeAll()
    page.say(PAY)
    await expect.poll(() => page.heard('answer').length).toBe(1)

    page.say({ ...PAY, orderId: 'order-2' })
    await expect.poll(() => page.heard('answer').at(-1)).toEqual({ type: 'answer', answer: MALFORMED })
    page.say({ ...PAY, key: 'key.2' })

    await expect
      .poll(() => page.paid.map(([id, , key]) => [id, key]))
      .toEqual([
        ['order-1', 'key.1'],
        ['order-1', 'key.2'],
      ])
  })

  it('opens an order for the page that the browser told of, not for one that it names itself, and adds what was typed', async () => {
    const page = new FramePage().typeAll()
    const pay = { ...CHECKOUT.body.pay, keepCard: true, cvv: '999', returnUrl: 'https://evil.example/' }

    page.say({ ...CHECKOUT, body: { ...CHECKOUT.body, origin: 'https://other.example.com', pay } })
    await expect.poll(() => page.opened).toHaveLength(1)

    const [[key, body] = []] = page.opened
    expect(key).toBe('key-of-the-order')
    expect(body).toMatchObject({ offer: 'an.offer', origin: 'https://shop.example.com' })
    expect(Object.keys(body?.pay ?? {}).sort()).toEqual(['browser', 'card', 'method', 'presentation'])
  })

  it('pays the order that it opened, by its key and its id, and no other one afterwards', async () => {
    const page = new FramePage().typeAll()
    page.checkedOut = Promise.resolve(OPENED)
    page.say(CHECKOUT)
    await expect.poll(() => page.heard('answer')).toHaveLength(1)
    page.typeAll()

    page.say({ ...CHECKOUT, key: 'key-of-another-order' })
    await expect.poll(() => page.heard('answer').at(-1)).toEqual({ type: 'answer', answer: MALFORMED })
    page.say({ ...PAY, orderId: 'order-2' })
    await expect.poll(() => page.heard('answer')).toHaveLength(3)
    page.say(PAY)

    await expect.poll(() => page.paid.map(([id]) => id)).toEqual(['order-1'])
    expect(page.opened).toHaveLength(1)
  })

  it.each<[string, Awaited<FramePage['checkedOut']>, number]>([
    ['begins with another order where the edge refused the first one', REFUSED, 3],
    ['begins with another order where the edge has tried no payment of the first one', FOUND, 3],
    ['pays no other order once an answer was lost, also where the edge refuses the next try', NETWORK, 2],
    ['pays no other order once one was opened, also where the edge refuses the next try', OPENED, 2],
  ])('%s', async (_, first, sent) => {
    const page = new FramePage().typeAll()
    page.checkedOut = Promise.resolve(first)
    page.say(CHECKOUT)
    await expect.poll(() => page.heard('answer')).toHaveLength(1)
    page.typeAll().checkedOut = Promise.resolve(REFUSED)
    page.say(CHECKOUT)
    await expect.poll(() => page.heard('answer')).toHaveLength(2)

    page.say({ ...CHECKOUT, key: 'key-of-another-order' })

    await expect.poll(() => page.heard('answer')).toHaveLength(3)
    expect(page.opened).toHaveLength(sent)
  })

  it('keeps what was typed where the edge has tried no payment', async () => {
    const page = new FramePage().typeAll()
    const before = page.typed
    page.checkedOut = Promise.resolve(FOUND)

    page.say(CHECKOUT)

    await expect.poll(() => page.heard('answer')).toHaveLength(1)
    expect(page.typed).toEqual(before)
  })

  it('takes the shopper’s word alone for that a card may be kept, and for what was typed', async () => {
    const page = new FramePage().typeAll()

    page.say({ ...PAY, body: { ...PAY.body, keepCard: true, cvv: '999', destination: {} } })
    await expect.poll(() => page.paid.length).toBe(1)

    expect(Object.keys(page.paid[0]?.[3] ?? {}).sort()).toEqual(['browser', 'card', 'method', 'presentation'])
  })

  it('takes no other order while one is being paid', async () => {
    const page = new FramePage().typeAll()
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Api['pay']>>>()
    page.answer = promise
    page.say(PAY)
    await expect.poll(() => page.paid).toHaveLength(1)

    page.say({ ...PAY, orderId: 'order-2' })
    page.type('holder', '').say({ type: 'check' })
    await expect.poll(() => page.heard('state').at(-1)?.wrong).toEqual(['holder'])
    resolve(standing('approved'))

    await expect.poll(() => page.heard('answer')).toHaveLength(1)
    expect(page.paid.map(([orderId]) => orderId)).toEqual(['order-1'])
  })
})

describe('the connect message', () => {
  /** A frame of this page that waits for its tag. */
  function waiting(origins: readonly string[], asking: FrameMethods = CARD_METHODS) {
    const element = document.body.appendChild(document.createElement('iframe'))
    const frame = element.contentWindow as FrameWindow
    frame.document.documentElement.dataset.origins = JSON.stringify(origins)
    connectToTag(frame, asking)
    const connect = (message: object = {}) => {
      const { port1, port2 } = new MessageChannel()
      const told: unknown[] = []
      port1.onmessage = ({ data }) => told.push(data)
      frame.postMessage({ ...CONNECT, ...message }, '*', [port2])
      return { told, port: port1 }
    }
    const heard = () => new Promise((resolve) => frame.addEventListener('message', resolve, { once: true }))
    const fields = () => [...frame.document.querySelectorAll('input')].map(({ id }) => id)
    return { frame, connect, heard, fields }
  }

  it('is taken from the page context, on an origin that the edge named', async () => {
    const { connect, fields } = waiting([location.origin])

    connect()

    await expect.poll(fields).toEqual(['number', 'expiry', 'code', 'holder'])
  })

  it('says which fields are shown', async () => {
    const { connect, fields } = waiting([location.origin], PAYOUT_METHODS)

    connect({ way: 'payout-bank' })

    await expect.poll(fields).toEqual(['account', 'bank', 'accountName', 'routing'])
  })

  it('of a frame that loads again may come twice: the last one has the form', async () => {
    const { connect, fields } = waiting([location.origin])
    const before = connect({ mayKeepCard: true })
    await expect.poll(fields).toContain('keep')
    const { length } = before.told

    const after = connect({ way: 'saved-card' })
    await expect.poll(fields).toEqual(['code'])
    before.port.postMessage({ type: 'check' })
    after.port.postMessage({ type: 'check' })

    await expect.poll(() => after.told).toContainEqual({ type: 'checked', isComplete: false })
    expect(before.told).toHaveLength(length)
  })

  it.each([
    ['from another origin', ['https://shop.example.com'], {}],
    ['where it is another', [location.origin], { type: 'other' }],
    ['for a way that is another frame’s', [location.origin], { way: 'payout-bank' }],
    ['for a way that there is not', [location.origin], { way: 'toString' }],
  ])('is not taken %s', async (_, origins, message) => {
    const { connect, heard, fields } = waiting(origins)

    connect(message)
    await heard()

    expect(fields()).toEqual([])
  })

  it('brings the direction of the page', () => {
    const { window } = new FramePage({ direction: 'rtl', locale: 'ar' })

    expect(window.document.documentElement.dir).toBe('rtl')
    expect(window.document.getElementById('number')?.dir).toBe('ltr')
  })
})
