/** Names of transactions in a report beside those that an edge made. Pure. */
import { isMarkedName } from '../../shared/order-names.ts'

/**
 * Makes a function that writes a name of the report as the edge does. Spreadsheets and gateways change capitals, and put an
 * apostrophe before a text. Only a name with a mark is found that way: a bare one in other letters may be another shop's.
 *
 * @param names Those of the edge's attempts.
 */
export function spelledAs(names: Iterable<string>): (name: string) => string {
  const spellings = new Map<string, ReadonlySet<string>>()
  for (const name of names)
    if (isMarkedName(name))
      spellings.set(plainly(name), new Set([...(spellings.get(plainly(name)) ?? []), name]))
  const known = new Set(names)
  return (name) => {
    const [found, ...more] = known.has(name) ? [name] : (spellings.get(plainly(name)) ?? [])
    return found !== undefined && more.length === 0 ? found : name
  }
}

const plainly = (name: string) => name.replace(/^'/, '').toLowerCase()

/** Whether a name of the report ends in a mark, in capitals or small letters. */
export const isMarked = (name: string): boolean => isMarkedName(plainly(name))

/** Makes a function that says whether one of the names may be what the edge made of a reference that was too long. */
export function cutsIn(names: readonly string[]): (reference: string) => boolean {
  const cuts = [...new Set(names.filter(isMarked).map(beforeMark))].map((text) => ({
    head: text.slice(0, Math.ceil(text.length / 2)),
    tail: text.slice(Math.ceil(text.length / 2)),
  }))
  return (reference) => {
    const text = reference.toLowerCase()
    return cuts.some(({ head, tail }) => text.startsWith(head) && isEnd(text, tail))
  }
}

const beforeMark = (name: string) => plainly(name).replace(/\.[a-z2-7]+$/, '')

/** The number of an attempt stands behind the reference, and is cut with it. */
const isEnd = (reference: string, tail: string) =>
  reference.endsWith(tail.replace(/\.\d+$/, '')) || /^\d*$/.test(tail)
