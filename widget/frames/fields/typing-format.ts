/** What becomes of a field's text while it is typed, pasted, filled in or taken away. Pure. */

/** A field's text, and how many UTF-16 units of it stand before the caret. */
export interface Entry {
  readonly text: string
  readonly caret: number
}

/** A change as the browser made it. */
export interface Edit {
  /** What stood there. */
  readonly before: string
  readonly after: Entry
  /** Which side of the caret was taken away; absent where something came in. */
  readonly deletes?: 'before' | 'after'
}

/** Puts a changed text right, and the caret where the person expects it. Applied to its own text, it changes nothing. */
export type Format = (edit: Edit) => Entry

/** What a grouped text is made of. */
export interface Grouping {
  /** Keeps what counts of a text: its digits, say. */
  keep(text: string): string
  /** Numbers of kept characters after which a blank stands. */
  gaps(kept: string): readonly number[]
  /** The most characters that are kept. */
  max(kept: string): number
}

/** Leaves a text as it was typed. */
export const asTyped: Format = ({ after }) => after

/** Keeps a text in groups. Taking away a blank takes the character beside it; what is too much does not come in. */
export const grouped =
  ({ keep, gaps, max }: Grouping): Format =>
  ({ before, after, deletes }) => {
    const head = keep(after.text.slice(0, after.caret))
    const all = keep(after.text)
    const tail = all.slice(head.length)
    const tookBlank = deletes && all === keep(before)
    const [left, right] = tookBlank ? oneLess(head, tail, deletes) : fitted(head, tail, max(all))
    const places = gaps(left + right)
    const text = spaced(left + right, places)
    const caret = spaced(left, places).length
    // Whoever stood behind a blank stays there.
    const isBehindBlank = /\s$/.test(after.text.slice(0, after.caret)) && text[caret] === ' '
    return { text, caret: isBehindBlank && !tookBlank ? caret + 1 : caret }
  }

/** What stands before the caret, and what after it. */
export type Halves = readonly [left: string, right: string]

const oneLess = (left: string, right: string, side: 'before' | 'after'): Halves =>
  side === 'before' ? [left.slice(0, -1), right] : [left, right.slice(1)]

/** Cuts to so many characters: what came in last ends at the caret, so there first, and only then at the end. */
export function fitted(left: string, right: string, max: number): Halves {
  const excess = Math.max(0, left.length + right.length - max)
  const kept = left.slice(0, Math.max(0, left.length - excess))
  return [kept, right.slice(0, max - kept.length)]
}

const spaced = (kept: string, gaps: readonly number[]) =>
  [...kept].map((character, place) => (place && gaps.includes(place) ? ` ${character}` : character)).join('')
