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

/** When a try no longer counts. */
const freeAt = ({ isForm, at }: Try) => at + (isForm ? FORM_WINDOW_MS : NETWORK_WINDOW_MS)

export class NetworkBudget {
  readonly #tries: Tries
  /** Order → when its form's turn begins. */
  readonly #turns: Map<string, number>
  /** The edge gives nothing more until then, so a network that is attacked does not ask it again. */
  #deniedUntil = 0

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
    const charged = this.#charged(now)
    if (charged.length < limit + this.#credit(now)) return { type: 'in' }
    const lastAt = Math.max(...charged.map(({ at }) => at))
    if (kind === 'card' && isChecked) return this.#checked(charged, now)
    const turn = this.#turnOf(order, now)
    if (kind === 'form' && turn !== undefined)
      return turn <= now ? { type: 'in' } : { type: 'early', waitMs: turn - now }
    if (kind === 'card' && now < this.#deniedUntil) return { type: 'beyond', waitMs: this.#deniedUntil - now }
    if (now < lastAt + PAUSE_MS) return { type: 'early', waitMs: lastAt + PAUSE_MS - now }
    const last = Math.max(...this.#turns.values())
    if (kind === 'form' && this.#turns.size >= MAX_QUEUE)
      return { type: 'early', waitMs: last - now + PAUSE_MS }
    return { type: 'ask' }
  }

  /** Notes a try that was let in. @returns Whether it used up a turn. */
  enter(one: Try, order: string): boolean {
    this.#tries.add(one)
    return this.#turns.delete(order)
  }

  /** The edge gave this order's form a turn. */
  queue(order: string, at: number): void {
    this.#turns.set(order, at)
  }

  /** The edge gave nothing, and will not for so long: unless the network's own tries grow old before. */
  denied(
    { limit }: NetworkTry,
    edgeWaitMs: number,
    now: number,
  ): { readonly type: 'beyond'; readonly waitMs: number } {
    const own = this.#charged(now)
      .map(freeAt)
      .sort((one, other) => one - other)
      .at(-limit - this.#credit(now))
    const waitMs = Math.min(edgeWaitMs, (own ?? Number.POSITIVE_INFINITY) - now)
    this.#deniedUntil = now + waitMs
    return { type: 'beyond', waitMs }
  }

  /** Approvals, as far as they raise the budget. */
  #credit(now: number): number {
    return Math.min(MAX_CREDIT, this.#tries.list(now).length - this.#tries.charged(now).length)
  }

  #charged(now: number): readonly Try[] {
    return this.#tries.charged(now).filter((one) => freeAt(one) > now)
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
