import { expect, it } from 'vitest'
import { Checkout, offerOf } from '../testing/harness.ts'

const FRAME = `${location.origin}/fake-frames/bank`

/** Every inherited property with which a page could make the tag unusable, and a value that does. */
const HOSTILE = {
  'text-indent': '-9999px',
  '-webkit-text-fill-color': 'rgba(0, 0, 0, 0)',
  '-webkit-text-stroke-width': '9px',
  '-webkit-text-security': 'disc',
  'text-shadow': 'red 0px 0px 40px',
  'text-transform': 'uppercase',
  'text-align': 'right',
  'text-align-last': 'justify',
  'text-orientation': 'upright',
  'text-combine-upright': 'all',
  'text-emphasis-style': '"x"',
  'letter-spacing': '80px',
  'word-spacing': '800px',
  'white-space-collapse': 'preserve',
  'text-wrap-mode': 'nowrap',
  'line-break': 'anywhere',
  'line-height': '0px',
  'font-size': '0px',
  'font-variant-caps': 'unicase',
  'writing-mode': 'vertical-rl',
  'tab-size': '90',
  'caret-color': 'rgba(0, 0, 0, 0)',
  color: 'rgba(0, 0, 0, 0)',
  cursor: 'none',
  fill: 'rgba(0, 0, 0, 0)',
  'fill-opacity': '0',
  'stroke-opacity': '0',
  'stroke-dasharray': '0px, 99px',
  'list-style-type': 'square',
  'forced-color-adjust': 'none',
  hyphens: 'auto',
} as const

/** A tag at the bank, around which the page has set properties. */
async function tagIn(style: Readonly<Record<string, string>>): Promise<Checkout> {
  const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE' })
  checkout.press('Continue to payment')
  await checkout.reads('Preparing')
  await checkout.told({
    status: 'challenge',
    action: { type: 'challenge', url: 'https://bank.example.com/', frame: FRAME },
  })
  await expect.poll(() => checkout.root.querySelector('dialog')?.matches(':modal')).toBe(true)
  const around = document.body.appendChild(document.createElement('div'))
  for (const [name, value] of Object.entries(style)) around.style.setProperty(name, value)
  around.moveBefore(checkout.element, null)
  return checkout
}

const computed = (element: Element | null, name: string) =>
  getComputedStyle(element as Element).getPropertyValue(name)

it('takes nothing of the page’s text into the tag and its dialogs', async () => {
  const plain = await tagIn({})
  const hostile = await tagIn(HOSTILE)

  for (const name of Object.keys(HOSTILE)) {
    const [around, usual] = [hostile, plain].map((one) => computed(one.element.parentElement, name))
    expect(around, `${name} around the tag`).not.toBe(usual)
    for (const selector of ['form', 'dialog', 'dialog h2', 'dialog a']) {
      const [drawn, expected] = [hostile, plain].map(({ root }) =>
        computed(root.querySelector(selector), name),
      )
      expect.soft(drawn, `${name} of ${selector}`).toBe(expected)
    }
  }
})

it.each([
  ['pointer-events', 'none', 'auto'],
  ['visibility', 'hidden', 'visible'],
])('follows the page’s %s in the tag, and not in its dialogs', async (name, value, usable) => {
  const checkout = await tagIn({ [name]: value })

  expect(computed(checkout.root.querySelector('form'), name)).toBe(value)
  for (const selector of ['dialog', 'dialog a', 'dialog iframe'])
    expect(computed(checkout.root.querySelector(selector), name)).toBe(usable)
})

it('follows the page’s colour scheme', async () => {
  const checkout = await tagIn({ 'color-scheme': 'dark' })

  expect(computed(checkout.root.querySelector('form'), 'color-scheme')).toBe('dark')
})
