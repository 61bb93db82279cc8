import { afterEach, expect, it } from 'vitest'
import { CONNECT_MESSAGE } from '../../../shared/frame-messages.ts'
import type { Labels } from '../../languages/labels.ts'
import { CARD_METHODS } from './card-methods.ts'
import { openFrame } from './open-frame.ts'
import type { FrameWindow } from './tag-connection.ts'

afterEach(() => document.body.replaceChildren())

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
  frame.postMessage(message, '*', [new MessageChannel().port2])
  await expect.poll(() => frame.document.querySelectorAll('input').length).toBe(4)
  const input = (name: string) => frame.document.getElementById(name) as HTMLInputElement
  return { frame, input }
}

it.each([320, 390, 768])(
  'at %i px expiry and code stand beside each other, and nothing sticks out',
  async (widthPx) => {
    const { frame, input } = await frameOf(widthPx)

    expect(input('code').getBoundingClientRect().top).toBe(input('expiry').getBoundingClientRect().top)
    expect(frame.document.documentElement.scrollWidth).toBe(widthPx)
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
  expect(input('number').offsetHeight).toBeGreaterThanOrEqual(44)
})

it('what the page set is how the fields are drawn', async () => {
  const { frame, input } = await frameOf(390, { radius: '3px', border: 'rgb(1, 2, 3)' })
  const { borderRadius, borderColor } = frame.getComputedStyle(input('number'))

  expect([borderRadius, borderColor]).toEqual(['3px', 'rgb(1, 2, 3)'])
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

it('at 320 px no line of a Japanese hint ends within a word', async () => {
  // With a particle or a comma each. How many stand on a line depends on the machine's letters.
  const words = ['カード', '裏面の', '3桁、', 'または', '表面の', '4桁の', '数字']
  const labels = { 'frame.code.any': words.join('') }
  const { frame } = await frameOf(320, {}, '100%', { locale: 'ja', labels })
  const hint = frame.document.querySelector('#code-hint') ?? expect.fail('There is no hint')

  const lines = linesOf(hint)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('')).toBe(words.join(''))
  const endsOf = (parts: readonly string[]) => parts.map((_, index) => parts.slice(0, index + 1).join(''))
  expect(endsOf(words)).toEqual(expect.arrayContaining(endsOf(lines)))
})
