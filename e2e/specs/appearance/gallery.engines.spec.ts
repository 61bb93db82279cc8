/**
 * The gallery in another engine, state by state beside Chromium on the same machine, with the same fonts.
 *
 * Not compared is what each engine draws in its own way: the arrow of a select, radio marks, the shape of letters.
 */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Tab } from '../../browser.ts'
import { whyMissing } from '../../engines/executables.ts'
import { chosenEngine, launch } from '../../engines/launch.ts'
import { galleryPage } from '../../pages/gallery.ts'
import { addresses } from '../../support/stack/stack.ts'

/** A telephone of 390 px. The window is wider, since Firefox takes the room of a scrollbar away from the page. */
const TAG_WIDTH = 358
const WINDOW_WIDTH = 430

/**
 * One line of the tag's text, in CSS pixels: the engines measure letters to another fraction of a pixel, so that a paragraph
 * may have a line more. WebKitGTK 2.50 draws one state of 84 so, Firefox 153 none.
 */
const MAX_HEIGHT_DIFFERENCE = 24

/** How far two rows may overlap, in CSS pixels: boxes end at fractions of them. */
const MAX_OVERLAP = 2

/** Some eighty tags with their frames, drawn without a graphics card, in two engines. */
const LIMIT_MS = 480_000

/** A control of a tag, or an element with words of its own. */
interface Piece {
  /** Its words, or the name of its element. */
  readonly name: string
  readonly top: number
  readonly bottom: number
}

/** One state as an engine draws it. Sizes are CSS pixels. */
interface Drawing {
  readonly width: number
  readonly height: number
  /** In the order of the document. */
  readonly pieces: readonly Piece[]
  /** Names of pieces that stick out of the screen sideways. */
  readonly sticking: readonly string[]
}

type Drawings = Readonly<Record<string, Drawing>>

/**
 * Reads all states of the page in one go; `null` until each is drawn. One waits for the edge for ever, on purpose. The frames of
 * fields belong to the shop in the gallery. Two change their words after ten seconds, which one engine may need for the page
 * and another not. Codes for the seller's support are random.
 */
const READ = `(() => {
  const tags = [...document.querySelectorAll('.state pay-checkout')]
  const stateOf = (tag) => tag.closest('.state').id
  const isDrawn = (tag) =>
    tag.shadowRoot?.querySelector('[part~=primary], slot:not([name]), #status, :host > p') &&
    (!['sending', 'method'].includes(stateOf(tag)) || tag.shadowRoot.textContent.includes('longer than usual')) &&
    (stateOf(tag) === 'starting' || !tag.shadowRoot.querySelector('.starting')) &&
    !tag.shadowRoot.querySelector('iframe[part~=card][height="0"]:not([hidden])')

  const wordsOf = (one) => {
    const own = [...one.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data : '')).join(' ')
    const text = one.localName === 'select' ? one.selectedOptions[0]?.text ?? '' : own
    return text.replace(/\\s+/g, ' ').replace(/(Support code:) \\w{8}$/, '$1').trim()
  }
  const isSeen = (one) => one.checkVisibility() && !one.closest('#unseen, option, svg, style')
  const piecesIn = (root, x, y) => [...root.querySelectorAll('*')].filter(isSeen).flatMap((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const inner = one.localName === 'iframe' && one.contentDocument
    if (inner) return piecesIn(inner, x + left, y + top)
    const words = wordsOf(one)
    if (!words && !one.matches('button, a, input, select')) return []
    return [{ name: words || one.localName, left: x + left, right: x + right, top: y + top, bottom: y + bottom }]
  })
  const read = () => Object.fromEntries(tags.map((tag) => {
    const { width, height } = tag.getBoundingClientRect()
    const pieces = piecesIn(tag.shadowRoot, 0, 0)
    const sticking = pieces.filter(({ left, right }) => left < -1 || right > innerWidth + 1).map(({ name }) => name)
    return [stateOf(tag), { width, height, pieces, sticking }]
  }))

  return tags.every(isDrawn) ? read() : null
})()`

const engine = chosenEngine()
const missing =
  engine === 'chromium' ? 'PAY_BROWSER=firefox or webkit, to compare with Chromium' : whyMissing(engine)

/** Draws the gallery, one engine after the other, since each takes all that a small machine has. */
async function draw(name: typeof engine): Promise<Drawings> {
  const browser = await launch(name)
  const url = `${addresses().shop}/${galleryPage('light')}.html?width=${TAG_WIDTH}`
  const tab: Tab = await browser.open(url, { width: WINDOW_WIDTH })
  let drawings: Drawings | null = null
  // Settled: two looks in a row see the same.
  const isSettled = async () => {
    const before = JSON.stringify(drawings)
    drawings = await tab.evaluate<Drawings | null>(READ)
    return drawings !== null && JSON.stringify(drawings) === before
  }
  await vi.waitUntil(isSettled, { interval: 1000, timeout: LIMIT_MS / 2 })
  await browser.close()
  return drawings ?? {}
}

describe.skipIf(missing)(`the gallery of a shopper with ${missing ?? engine}`, () => {
  let chromiums: Drawings
  let theirs: Drawings

  beforeAll(async () => {
    chromiums = await draw('chromium')
    theirs = await draw(engine)
  }, LIMIT_MS)

  const mapped = <Value>(drawings: Drawings, read: (drawing: Drawing) => Value) =>
    Object.fromEntries(Object.entries(drawings).map(([state, drawing]) => [state, read(drawing)]))

  /** State → what differs, of the states where something does. */
  const differences = <Found>(differs: (one: Drawing, other: Drawing) => Found | undefined) =>
    Object.fromEntries(
      Object.entries(chromiums).flatMap(([state, one]) => {
        const other = theirs[state]
        const found = other ? differs(one, other) : 'is missing'
        return found === undefined ? [] : [[state, found]]
      }),
    )

  it('has every state', () => {
    expect(Object.keys(theirs).sort()).toEqual(Object.keys(chromiums).sort())
    expect(Object.keys(theirs)).toContain('open-card')
  })

  it('says in every state what it says in Chromium', () => {
    const words = ({ pieces }: Drawing) => pieces.map(({ name }) => name)

    expect(mapped(theirs, words)).toEqual(mapped(chromiums, words))
  })

  it('has tags of the same width', () => {
    const width = (drawing: Drawing) => drawing.width

    expect(mapped(theirs, width)).toEqual(mapped(chromiums, width))
    expect(chromiums['open-card']?.width).toBe(TAG_WIDTH)
  })

  it('has tags of the same height, but for a line of words', () => {
    const found = differences(({ height }, other) => {
      const difference = Math.abs(other.height - height)
      return difference > MAX_HEIGHT_DIFFERENCE ? `${other.height} px for ${height} px` : undefined
    })

    expect(found).toEqual({})
  })

  it('has everything below what it is below in Chromium', () => {
    const found = differences(({ pieces }, other) => {
      const lifted = pieces.flatMap((upper, at) =>
        pieces.flatMap((lower, below) => {
          const [theirUpper, theirLower] = [other.pieces[at], other.pieces[below]]
          const isBelow = upper.bottom <= lower.top + 1
          const isTheirs = theirUpper && theirLower && theirUpper.bottom <= theirLower.top + MAX_OVERLAP
          return isBelow && !isTheirs ? [`${lower.name} beside or above ${upper.name}`] : []
        }),
      )
      return lifted.length > 0 ? lifted : undefined
    })

    expect(found).toEqual({})
  })

  it('has nothing that sticks out of the screen', () => {
    const found = differences((_, { sticking }) => (sticking.length > 0 ? sticking : undefined))

    expect(found).toEqual({})
  })
})
