/** Formats a field's text while the shopper types, pastes, fills in or deletes. Pure. */

/** A field's text, and how many UTF-16 units of it stand before the caret. */
export interface Entry {
  readonly text: string
  readonly caret: number
}

/** A change as the browser made it. */
export interface Edit {
  /** The text before. */
  readonly before: string
  readonly after: Entry
  /** The side of the caret that was deleted; absent for an insertion. */
  readonly deletes?: 'before' | 'after'
}

/** Formats a changed text, and puts the caret where the shopper expects it. Applied to its own result, it changes nothing. */
export type Format = (edit: Edit) => Entry

/** How to group a text. */
export interface Grouping {
  /** Keeps the characters that count, such as digits. */
  keep(text: string): string
  /** Numbers of kept characters after which there is a blank. */
  gaps(kept: string): readonly number[]
  /** The most characters to keep. */
  max(kept: string): number
}

/** Leaves a text as typed. */
export const asTyped: Format = ({ after }) => after

/** Groups a text. Deleting a blank deletes the character beside it; surplus characters do not come in. */
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
    // A caret behind a blank stays there.
    const isBehindBlank = /\s$/.test(after.text.slice(0, after.caret)) && text[caret] === ' '
    return { text, caret: isBehindBlank && !tookBlank ? caret + 1 : caret }
  }

/** The text before the caret, and the text after it. */
export type Halves = readonly [left: string, right: string]

const oneLess = (left: string, right: string, side: 'before' | 'after'): Halves =>
  side === 'before' ? [left.slice(0, -1), right] : [left, right.slice(1)]

/** Cuts a text to a maximum: first at the caret, where the newest characters end, and only then at the end. */
export function fitted(left: string, right: string, max: number): Halves {
  const excess = Math.max(0, left.length + right.length - max)
  const kept = left.slice(0, Math.max(0, left.length - excess))
  return [kept, right.slice(0, max - kept.length)]
}

const spaced = (kept: string, gaps: readonly number[]) =>
  [...kept].map((character, place) => (place && gaps.includes(place) ? ` ${character}` : character)).join('')
