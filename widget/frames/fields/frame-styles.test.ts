import { expect, it } from 'vitest'
import { CONNECT_MESSAGE } from '../../../shared/frame-messages.ts'
import type { Labels } from '../../languages/labels.ts'
import { contrastOf } from '../../testing/contrast.ts'
import { CARD_METHODS } from './card-methods.ts'
import { openFrame } from './open-frame.ts'
import type { FrameWindow } from './tag-connection.ts'

/** A frame of the tag's on this page, in standards mode as the edge's pages are. */
async function frameOf(
  widthPx: number,
  look: Readonly<Record<string, string>> = {},
  rootSize = '100%',
  words: { readonly locale?: string; readonly labels?: Labels } = {},
) {
  const element = document.createElement('iframe')
  element.srcdoc = `<!doctype html><html style="font-size: ${rootSize}"><body>`
  element.style.width = `${widthPx}px`
  const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }))
  document.body.append(element)
  await loaded
  const frame = element.contentWindow as FrameWindow
  frame.document.documentElement.dataset.origins = JSON.stringify([location.origin])
  openFrame(frame, CARD_METHODS)
  const message = {
    type: CONNECT_MESSAGE,
    locale: 'en',
    direction: 'ltr',
    canvas: 'rgb(255, 255, 255)',
    look,
    ...words,
  }
  const { port1: tag, port2 } = new MessageChannel()
  frame.postMessage(message, '*', [port2])
  await expect.poll(() => frame.document.querySelectorAll('input').length).toBe(4)
  const input = (name: string) => frame.document.getElementById(name) as HTMLInputElement
  return { frame, input, tag }
}

/** The cell of an input: its target, and the box that is drawn. */
const cellOf = (input: HTMLInputElement) =>
  input.closest<HTMLElement>('[part~=field]') ?? expect.fail('no cell')

// The tag's greatest width leaves the frame 410 px.
it.each([320, 390, 410, 768])(
  'at %i px expiry and code stand beside each other, and nothing sticks out',
  async (widthPx) => {
    const { frame, input } = await frameOf(widthPx)

    expect(input('code').getBoundingClientRect().top).toBe(input('expiry').getBoundingClientRect().top)
    const [number, code] = ['number', 'code'].map((name) => cellOf(input(name)).getBoundingClientRect())
    expect(code?.right).toBe(number?.right)
    expect(frame.document.documentElement.scrollWidth).toBe(widthPx)
    // The tag keeps this room before the frame has told its height: see theme/dialogs.css.
    expect(frame.document.body.offsetHeight).toBe(199)
  },
)

it('at 320 px with letters of twice the size the fields stand below each other, and nothing sticks out', async () => {
  const { frame, input } = await frameOf(320, {}, '200%')

  expect(input('code').getBoundingClientRect().top).toBeGreaterThan(
    input('expiry').getBoundingClientRect().bottom,
  )
  expect(frame.document.documentElement.scrollWidth).toBe(320)
})

it('fields are of 16 px on a page of small letters, so that no telephone zooms in, and 44 px high', async () => {
  const { frame, input } = await frameOf(320, { font: '400 10px/1.2 serif' })

  expect(frame.getComputedStyle(input('number')).fontSize).toBe('16px')
  expect(cellOf(input('number')).offsetHeight).toBeGreaterThanOrEqual(44)
})

it('what the page set is how the fields are drawn', async () => {
  const { frame, input } = await frameOf(390, { radius: '3px', border: 'rgb(1, 2, 3)' })
  const { borderRadius, borderColor } = frame.getComputedStyle(cellOf(input('number')))

  expect([borderRadius, borderColor]).toEqual(['3px 3px 0px 0px', 'rgb(1, 2, 3)'])
})

it.each([
  ['1px', '16px'],
  ['3px', '16px'],
  ['1px', '32px'],
])('with borders of %s and letters of %s neighbours share one border', async (width, rootSize) => {
  const { input } = await frameOf(390, { 'border-width': width }, rootSize)
  const at = (name: string) => cellOf(input(name)).getBoundingClientRect()
  const [number, expiry, code, holder] = [at('number'), at('expiry'), at('code'), at('holder')]

  expect(expiry.top).toBe(number.bottom - Number.parseInt(width, 10))
  expect(holder.top).toBe(code.bottom - Number.parseInt(width, 10))
  expect([expiry.left, code.right]).toEqual([number.left, number.right])
  expect([expiry.right - code.left, expiry.right - number.right]).toContain(
    code.top === expiry.top ? Number.parseInt(width, 10) : 0,
  )
})

it('the field with the focus lies over its neighbours, and one that is wrong over those that are right', async () => {
  const { frame, input } = await frameOf(390)
  const layer = (name: string) => Number(frame.getComputedStyle(cellOf(input(name))).zIndex) || 0
  input('number').focus()
  input('expiry').ariaInvalid = 'true'

  expect([layer('number'), layer('expiry'), layer('code')]).toEqual([2, 1, 0])
})

it('the picture of the code is that of three digits on the back, and for American Express of four on the front', async () => {
  const { input } = await frameOf(390)
  const picture = () => input('code').nextElementSibling?.outerHTML
  const back = picture()
  input('number').value = '3782'
  input('number').dispatchEvent(new Event('input'))
  const front = picture()
  input('number').value = '4242'
  input('number').dispatchEvent(new Event('input'))

  expect(front).not.toBe(back)
  expect(picture()).toBe(back)
})

it('at 228 px the number has the whole cell, and its label ends before the drawing', async () => {
  const { input } = await frameOf(228)
  const [number, drawing] = [input('number'), input('number').nextElementSibling].map((one) =>
    one?.getBoundingClientRect(),
  )
  const label = document.createRange()
  label.selectNodeContents(input('number').labels?.[0] ?? document)

  expect(drawing?.bottom).toBeLessThanOrEqual(number?.top ?? 0)
  expect(drawing?.left).toBeGreaterThanOrEqual(label.getBoundingClientRect().right)
})

it.each([
  ['#16181d', '#ffffff'],
  ['#f2f3f5', '#17191e'],
  ['#2b1d0e', '#fffaf0'],
  ['#1c1033', '#e3d9ff'],
])('an example in %s on %s is paler than what is typed, and readable', async (text, surface) => {
  const { frame, input } = await frameOf(390, { text, surface })
  const { color } = frame.getComputedStyle(input('number'), '::placeholder')
  const contrast = contrastOf(color, surface)

  expect(contrast).toBeGreaterThanOrEqual(4.5)
  expect(contrast).toBeLessThan(contrastOf(text, surface) / 2)
})

it('an empty field shows its form below the label, and neither stands in for the other', async () => {
  const { frame } = await frameOf(390)
  const seen = [...frame.document.querySelectorAll('input')].map(({ labels, placeholder }) => [
    labels?.[0]?.textContent,
    placeholder,
  ])

  expect(seen).toEqual([
    ['Card number', '1234 1234 1234 1234'],
    ['Expiry', 'MM / YY'],
    ['Security code', 'CVC'],
    ['Name on card', ''],
  ])
})

/** The lines of an element's one text, as they are drawn. */
function linesOf({ firstChild: text, ownerDocument }: Element): string[] {
  const lines: string[] = []
  let last = 0
  for (const [index, character] of [...(text?.textContent ?? '')].entries()) {
    const range = ownerDocument.createRange()
    if (text) range.setStart(text, index)
    if (text) range.setEnd(text, index + 1)
    const { bottom } = range.getBoundingClientRect()
    if (bottom > last + 4) lines.push('')
    last = bottom
    lines.push((lines.pop() ?? '') + character)
  }
  return lines
}

it('at 320 px no line of a Japanese error ends within a word', async () => {
  // With a particle or a comma each. How many stand on a line depends on the machine's letters.
  const words = ['カード', '裏面の', '3桁、', 'または', '表面の', '4桁の', '数字']
  const labels = { 'frame.code.any.wrong': words.join('') }
  const { frame, tag } = await frameOf(320, {}, '100%', { locale: 'ja', labels })
  tag.postMessage({ type: 'check' })
  const wrong = frame.document.querySelector('#code-wrong') ?? expect.fail('There is no error')
  await expect.poll(() => wrong.textContent).toBe(words.join(''))

  const lines = linesOf(wrong)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('')).toBe(words.join(''))
  const endsOf = (parts: readonly string[]) => parts.map((_, index) => parts.slice(0, index + 1).join(''))
  expect(endsOf(words)).toEqual(expect.arrayContaining(endsOf(lines)))
})
