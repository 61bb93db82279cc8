import { afterEach, describe, expect, it } from 'vitest'
import { CONNECT_MESSAGE } from '../../shared/frame-messages.ts'
import type { Api } from '../api.ts'
import { wear } from './card-styles.ts'
import { awaitTag, begin } from './card-talk.ts'

const CONNECT = {
  type: CONNECT_MESSAGE,
  locale: 'en',
  direction: 'ltr',
  canvas: 'rgb(18, 18, 18)',
  look: {
    accent: 'light-dark(#123456, #abcdef)',
    text: 'url(https://evil.example)',
    radius: '1rem; color: red',
  },
} as const

const PAY = {
  type: 'pay',
  orderId: 'order-1',
  token: 'pay.1',
  key: 'key.1',
  body: { method: 'card', presentation: 'frame' },
} as const

type Message = Record<string, unknown>

/** A card form in a frame of this page, and the tag's end of the port. */
class CardPage {
  readonly window: Window & typeof globalThis
  readonly said: Message[] = []
  readonly paid: Parameters<Api['pay']>[] = []
  answer: Awaited<ReturnType<Api['pay']>> = { ok: false, reason: { code: 'network' } }
  readonly #port: MessagePort

  constructor() {
    const { port1, port2 } = new MessageChannel()
    const frame = document.body.appendChild(document.createElement('iframe'))
    this.window = frame.contentWindow as Window & typeof globalThis
    this.#port = port1
    port1.onmessage = ({ data }) => this.said.push(data)
    begin(this.window, port2, CONNECT, async (...call) => {
      this.paid.push(call)
      return this.answer
    })
  }

  field(label: string): HTMLInputElement {
    const { document } = this.window
    const found = [...document.querySelectorAll('label')].find(({ innerText }) => innerText.startsWith(label))
    return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement
  }

  type(label: string, text: string) {
    this.field(label).value = text
    this.field(label).dispatchEvent(new Event('input', { bubbles: true }))
  }

  typeAll() {
    this.type('Card number', '4242 4242 4242 4242')
    this.type('Name on card', 'Ann Example')
    this.type('Expiry', '12/40')
    this.type('Security code', '321')
  }

  leave(label: string) {
    this.field(label).dispatchEvent(new FocusEvent('blur'))
  }

  /** What is said to be wrong with a field. */
  wrong(label: string) {
    const id = this.field(label).getAttribute('aria-describedby') ?? ''
    return this.window.document.getElementById(id)?.textContent
  }

  enter() {
    this.field('Card number').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  }

  say(message: object) {
    this.#port.postMessage(message)
  }

  heard(type: string) {
    return this.said.filter((message) => message.type === type)
  }
}

afterEach(() => document.body.replaceChildren())

describe('the form', () => {
  it('has labels, autofill names and keyboards', () => {
    const page = new CardPage()

    const fields = ['Card number', 'Name on card', 'Expiry', 'Security code'].map((label) => {
      const { autocomplete, inputMode, required } = page.field(label)
      return [autocomplete, inputMode, required]
    })

    expect(fields).toEqual([
      ['cc-number', 'numeric', true],
      ['cc-name', 'text', true],
      ['cc-exp', 'numeric', true],
      ['cc-csc', 'numeric', true],
    ])
  })

  it('tells of a wrong field on leaving it, and no longer than it is wrong', () => {
    const page = new CardPage()
    page.type('Card number', '4242')
    expect(page.wrong('Card number')).toBe('')

    page.leave('Card number')
    expect(page.wrong('Card number')).toBe('Enter the number on your card.')
    expect(page.field('Card number').ariaInvalid).toBe('true')
    page.type('Card number', '4242424242424242')

    expect(page.wrong('Card number')).toBe('')
    expect(page.field('Card number').ariaInvalid).toBe('false')
  })

  it('says nothing of a field that was left empty before paying', () => {
    const page = new CardPage()

    page.leave('Card number')

    expect(page.wrong('Card number')).toBe('')
  })

  it('that is asked shows all that is wrong, and focuses the first', async () => {
    const page = new CardPage()
    page.type('Card number', '4242424242424242')

    page.say({ type: 'check' })

    await expect.poll(() => page.wrong('Name on card')).not.toBe('')
    expect(page.wrong('Card number')).toBe('')
    expect(page.window.document.activeElement).toBe(page.field('Name on card'))
  })

  it('tells the tag whether it is complete, and how high it is, and nothing that was typed', async () => {
    const page = new CardPage()

    page.typeAll()

    await expect.poll(() => page.heard('state').at(-1)).toEqual({ type: 'state', isComplete: true })
    await expect.poll(() => page.heard('height').at(-1)?.height).toBe(page.window.document.body.offsetHeight)
    expect(page.said[0]).toEqual({ type: 'state', isComplete: false })
    expect(JSON.stringify(page.said)).not.toContain('4242')
  })

  it('tells of Enter once it is complete', async () => {
    const page = new CardPage()
    page.enter()
    page.typeAll()

    page.enter()

    await expect.poll(() => page.heard('submit')).toHaveLength(1)
  })

  it('takes plain values of the page’s look, and no others', () => {
    const { style } = new CardPage().window.document.documentElement

    expect(style.getPropertyValue('--pay-accent')).toBe('light-dark(#123456, #abcdef)')
    expect(style.getPropertyValue('--pay-text')).toBe('')
    expect(style.getPropertyValue('--pay-radius')).toBe('')
  })

  it.each([
    ['rgb(18, 18, 18)', 'dark'],
    ['rgb(255, 255, 255)', 'light'],
    ['none', 'light'],
  ])('on a canvas of %s is %s, whatever the shopper prefers', (canvas, scheme) => {
    const root = document.createElement('html')

    wear(root, { ...CONNECT, canvas })

    expect(root.style.colorScheme).toBe(scheme)
  })
})

describe('paying', () => {
  it('sends card and browser to the edge, and hands the answer on', async () => {
    const page = new CardPage()
    page.typeAll()

    page.say(PAY)

    await expect.poll(() => page.heard('answer')).toEqual([{ type: 'answer', answer: page.answer }])
    expect(page.paid).toEqual([
      [
        'order-1',
        'pay.1',
        'key.1',
        {
          ...PAY.body,
          card: {
            number: '4242424242424242',
            holder: 'Ann Example',
            expiryMonth: '12',
            expiryYear: '2040',
            cvv: '321',
          },
          browser: expect.objectContaining({ javascriptEnabled: true, language: expect.any(String) }),
        },
      ],
    ])
  })

  it('with a card that is not complete sends nothing', async () => {
    const page = new CardPage()

    page.say(PAY)

    await expect
      .poll(() => page.heard('answer').at(-1))
      .toMatchObject({ answer: { reason: { code: 'card-invalid' } } })
    expect(page.paid).toEqual([])
  })

  it('marks what the edge refused', async () => {
    const page = new CardPage()
    page.answer = { ok: false, reason: { code: 'card-invalid', fields: ['card.expiryYear'] } }
    page.typeAll()

    page.say(PAY)

    await expect.poll(() => page.wrong('Expiry')).not.toBe('')
    expect(page.window.document.activeElement).toBe(page.field('Expiry'))
  })
})

describe('the first word', () => {
  /** A frame of this page that waits for its tag. */
  function waiting(origins: string[]) {
    const frame = document.body.appendChild(document.createElement('iframe')).contentWindow as Window &
      typeof globalThis
    frame.document.documentElement.dataset.origins = JSON.stringify(origins)
    awaitTag(frame)
    const connect = (message: object = CONNECT) =>
      frame.postMessage(message, '*', [new MessageChannel().port2])
    const heard = () => new Promise((resolve) => frame.addEventListener('message', resolve, { once: true }))
    return { connect, heard, fields: () => frame.document.querySelectorAll('input').length }
  }

  it('is taken from the page around, on an origin that the edge named', async () => {
    const { connect, fields } = waiting([location.origin])

    connect()

    await expect.poll(fields).toBe(4)
  })

  it('is not taken from another origin', async () => {
    const { connect, heard, fields } = waiting(['https://shop.example.com'])

    connect()
    await heard()

    expect(fields()).toBe(0)
  })

  it('is not taken where it is another', async () => {
    const { connect, heard, fields } = waiting([location.origin])

    connect({ type: 'other' })
    await heard()

    expect(fields()).toBe(0)
  })
})
