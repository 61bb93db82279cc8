/** The budget of one network: which of its tries are let in at once, and which have to ask for more. Pure. */
import type { TryKind } from './decision.ts'
import type { Tries, Try } from './tries.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** How long a try counts for its network; a form counts less long. */
export const NETWORK_WINDOW_MS = 60 * MINUTE
export const FORM_WINDOW_MS = 10 * MINUTE

/** A further try comes no sooner after the last. Typing another card takes longer. */
const PAUSE_MS = 8 * SECOND

/** Tries with a passed bot check that a network has besides. */
const CHECKED_TRIES = 5

/** Approvals that raise a network's budget: shops, offices and mobile providers put many shoppers behind one address. */
const MAX_CREDIT = 50

/** How many forms of one network wait for their turn at a time. */
const MAX_QUEUE = 3

/** While the edge gives nothing more, a network asks it ever more seldom, between these times. */
const DENIED_MS = 10 * SECOND
const LONGEST_DENIED_MS = 5 * MINUTE

/** A form that waited has its turn for so long. */
const TURN_MS = MINUTE

/** A try at the door of its network. */
export interface NetworkTry {
  readonly kind: TryKind
  /** Stands for the order, so that a form which waited finds its turn: a keyed digest. */
  readonly order: string
  readonly isChecked: boolean
  /** Tries that need nothing else. */
  readonly limit: number
}

/** The order of a form that waits, as {@link NetworkTry} names it, and when its turn begins. */
export type Turn = readonly [order: string, at: number]

/** `ask`: only the edge as a whole can let it in. */
export type NetworkVerdict =
  | { readonly type: 'in' }
  | { readonly type: 'early' | 'beyond'; readonly waitMs: number }
  | { readonly type: 'ask' }

export class NetworkBudget {
  readonly #tries: Tries
  /** Order → when its form's turn begins. */
  readonly #turns: Map<string, number>
  #deniedUntil = 0
  #denials = 0

  /** @param turns As {@link turns} gave them. */
  constructor(tries: Tries, turns: readonly Turn[] = []) {
    this.#tries = tries
    this.#turns = new Map(turns)
  }

  /** Forms that wait. */
  get turns(): readonly Turn[] {
    return [...this.#turns]
  }

  /** Decides as far as the network's own tries go. Changes nothing that counts. */
  verdict({ kind, order, isChecked, limit }: NetworkTry, now: number): NetworkVerdict {
    const all = this.#tries.list(now)
    const unapproved = this.#tries.charged(now)
    const credit = Math.min(MAX_CREDIT, all.length - unapproved.length)
    const charged = unapproved.filter(({ isForm, at }) => !isForm || at > now - FORM_WINDOW_MS)
    if (charged.length < limit + credit) return { type: 'in' }
    const lastAt = Math.max(...charged.map(({ at }) => at))
    if (kind === 'card' && isChecked) return this.#checked(charged, now)
    const turn = this.#turnOf(order, now)
    if (kind === 'form' && turn !== undefined)
      return turn <= now ? { type: 'in' } : { type: 'early', waitMs: turn - now }
    if (now < lastAt + PAUSE_MS) return { type: 'early', waitMs: lastAt + PAUSE_MS - now }
    if (kind === 'card' && now < this.#deniedUntil) return { type: 'beyond', waitMs: this.#deniedUntil - now }
    const last = Math.max(...this.#turns.values())
    if (kind === 'form' && this.#turns.size >= MAX_QUEUE)
      return { type: 'early', waitMs: last - now + PAUSE_MS }
    return { type: 'ask' }
  }

  /** Notes a try that was let in. @returns Whether it used up a turn. */
  enter(one: Try, order: string): boolean {
    this.#tries.add(one)
    this.#denials = 0
    return this.#turns.delete(order)
  }

  /** The edge gave this order's form a turn. */
  queue(order: string, at: number): void {
    this.#turns.set(order, at)
  }

  /** The edge gave nothing. */
  denied(now: number): { readonly type: 'beyond'; readonly waitMs: number } {
    const waitMs = Math.min(DENIED_MS * 2 ** this.#denials, LONGEST_DENIED_MS)
    this.#deniedUntil = now + waitMs
    this.#denials += 1
    return { type: 'beyond', waitMs }
  }

  #checked(charged: readonly Try[], now: number): NetworkVerdict {
    const checked = charged.filter(({ isChecked }) => isChecked)
    if (checked.length < CHECKED_TRIES) return { type: 'in' }
    const [oldest] = checked
    return { type: 'beyond', waitMs: (oldest?.at ?? now) + NETWORK_WINDOW_MS - now }
  }

  #turnOf(order: string, now: number): number | undefined {
    for (const [name, at] of this.#turns) if (now > at + TURN_MS) this.#turns.delete(name)
    return this.#turns.get(order)
  }
}
