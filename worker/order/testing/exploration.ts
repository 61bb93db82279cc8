/** Looks at every state that moves can reach, breadth first: the first way to a state is a shortest one. Pure. */

/** One step: what happens, and the state after it. */
export interface Move<State> {
  /** What happens, in a word that a reader of the history understands. */
  readonly letter: string
  readonly state: State
}

/** What is searched. */
export interface Exploration<State> {
  readonly start: State
  /** Everything that can happen next. */
  readonly moves: (state: State) => Iterable<Move<State>>
  /** States of one name are one. */
  readonly nameOf: (state: State) => string
  /** How many moves may follow each other. */
  readonly depth: number
  /** The search ends once it has seen so many states. */
  readonly mostStates?: number
}

/** What a search saw. */
export interface Explored {
  readonly letters: ReadonlySet<string>
  readonly states: number
  readonly moves: number
  /** Every history of so many moves was tried. */
  readonly depth: number
  /** The shortest history to the first state that `look` objected to, and its objection. */
  readonly finding?: { readonly history: readonly string[]; readonly problem: string }
}

interface Visited<State> extends Move<State> {
  readonly before?: Visited<State>
}

/**
 * Tries every history.
 *
 * @param look Is called for every move, also one that leads to a known state. The search ends when it names a problem.
 */
export function explore<State>(
  { start, moves, nameOf, depth, mostStates = Number.POSITIVE_INFINITY }: Exploration<State>,
  look: (before: State, after: State) => string | undefined,
): Explored {
  const seen = new Set([digest(nameOf(start))])
  const letters = new Set<string>()
  let tried = 0
  const sum = (length: number): Explored => ({ letters, states: seen.size, moves: tried, depth: length })
  let frontier: Visited<State>[] = [{ letter: 'start', state: start }]
  for (let length = 0; length < depth; length += 1) {
    const next: Visited<State>[] = []
    for (const before of frontier)
      for (const move of moves(before.state)) {
        letters.add(move.letter)
        tried += 1
        const after = { ...move, before }
        const problem = look(before.state, move.state)
        if (problem) return { ...sum(length), finding: { history: historyOf(after), problem } }
        const name = digest(nameOf(move.state))
        if (seen.has(name)) continue
        seen.add(name)
        next.push(after)
        if (seen.size >= mostStates) return sum(length)
      }
    if (next.length === 0) return sum(length + 1)
    frontier = next
  }
  return sum(depth)
}

const historyOf = <State>({ letter, before }: Visited<State>): string[] =>
  before ? [...historyOf(before), letter] : []

/** 53 bits of a name: a million names fit into memory, and two of them meet once in 20,000 searches. */
function digest(text: string): number {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return 4294967296 * (2097151 & two) + (one >>> 0)
}
