/** The object of one network, e-mail address or card: counts its tries, or its mails. Its name is a keyed digest. */
import { DurableObject } from 'cloudflare:workers'
import { configOf } from '../config/config.ts'
import { objectNamed } from '../config/jurisdiction.ts'
import { type Standing, type TryKind, WITHIN } from './decision.ts'
import { type BudgetKind, EDGE } from './limit-names.ts'
import { type MailDay, takenFrom } from './mail-day.ts'
import {
  FORM_WINDOW_MS,
  NETWORK_WINDOW_MS,
  NetworkBudget,
  type NetworkTry,
  type NetworkVerdict,
  type Turn,
} from './network-budget.ts'
import type { Tally } from './tally.ts'
import { Tries, type Try, type TryOutcome } from './tries.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000

/** Too many forms of all networks wait for their turn. */
const CROWDED_MS = 60 * SECOND_MS

/** An e-mail address beyond its budget gets a form no more often than this. */
const BEYOND_MS = 300 * SECOND_MS

/** Kind of budget → how long a try counts. Its object erases everything by then. */
const WINDOWS_MS = {
  network: NETWORK_WINDOW_MS,
  email: HOUR_MS,
  card: 24 * HOUR_MS,
} as const satisfies Record<BudgetKind, number>

/** How a try stands, and the ticket that its outcome is told with, if it was let in. */
export interface Entry {
  readonly standing: Standing
  readonly ticket?: string
  /** Its approval would change nothing that is stored. */
  readonly hearsNoApproval?: true
}

/** The bindings that a budget needs. */
export interface BudgetEnv {
  readonly TALLIES: DurableObjectNamespace<Tally>
}

/** @param isNoted A row, or the alarm of a network's card, has the try. */
const admitted = (ticket: string, isNoted: boolean): Entry => ({
  standing: WITHIN,
  ticket,
  ...(!isNoted && { hearsNoApproval: true }),
})

/** A verdict once the edge was asked. */
type Answered = Exclude<NetworkVerdict, { readonly type: 'ask' }>

/** The row of tries, and that of forms which wait: absent while none ever did. */
const ROW = 'tries'
const TURNS = 'turns'

/** The row of a day's mails. Budgets of mails have no other. */
const MAILS = 'mails'

/** The ticket of a network's only try after its object slept: nobody knows the true one. */
const RECALLED = ''

/**
 * Counts tries. The object sleeps ten seconds after its last call, so what has to survive is written: of a network each
 * try, since its outcome may never be heard of, and each approval, since the next shopper may come a minute later; of an
 * e-mail address or a card failures and repeats, so that a payment at the first try writes nothing there.
 *
 * A network's only try is written by the alarm that erases it, whose time tells when it was: one billed row, not two. That
 * a single form was paid is worth no row, since it counts for a few minutes only.
 */
export class Budget extends DurableObject<BudgetEnv> {
  readonly #kind = (this.ctx.id.name?.split(' ', 1)[0] ?? 'network') as BudgetKind
  readonly #tries = new Tries(this.ctx.storage.kv.get<readonly Try[]>(ROW) ?? [], WINDOWS_MS[this.#kind])
  readonly #network = new NetworkBudget(this.#tries, this.ctx.storage.kv.get<readonly Turn[]>(TURNS))
  #isAsking = false
  #isRecalled = false

  /** Lets a try of an e-mail address or a card in, unless it has had too many. A form is let in all the same, but seldom. */
  async enter(kind: TryKind, limit: number): Promise<Entry> {
    const now = Date.now()
    const waitMs = this.#waitOf(kind, limit, now)
    if (waitMs > 0) return { standing: { type: 'beyond', waitMs, isCurable: false } }
    const ticket = crypto.randomUUID()
    this.#tries.add({ ticket, at: now, state: 'open' })
    const isRepeat = this.#tries.charged(now).length > 1
    if (isRepeat) this.#write(now)
    return admitted(ticket, isRepeat)
  }

  /** How long a try has to wait until so many of those before have grown old that it is let in. A form waits less. */
  #waitOf(kind: TryKind, limit: number, now: number): number {
    const charged = this.#tries.charged(now)
    const waited = charged.at(-limit)
    if (!waited) return 0
    const freeIn = waited.at + WINDOWS_MS[this.#kind] - now
    return kind === 'card' ? freeIn : Math.min(freeIn, (charged.at(-1)?.at ?? 0) + BEYOND_MS - now)
  }

  /** Lets a try of a network in: at once, after a pause, or if the edge as a whole has room for it. */
  async enterNetwork(wish: NetworkTry): Promise<Entry> {
    await this.#recall()
    const verdict = this.#network.verdict(wish, Date.now())
    const told = verdict.type === 'ask' ? await this.#askEdge(wish) : verdict
    const now = Date.now()
    if (told.type !== 'in') return { standing: { isCurable: true, ...told } }
    const ticket = crypto.randomUUID()
    const isForm = wish.kind === 'form' && ({ isForm: true } as const)
    const isChecked = wish.isChecked && ({ isChecked: true } as const)
    const hadTurn = this.#network.enter(
      { ticket, at: now, state: 'open', ...isForm, ...isChecked },
      wish.order,
    )
    this.#write(now)
    if (hadTurn) this.#writeTurns()
    return admitted(ticket, wish.kind === 'card' || !this.#isAlarmOnly)
  }

  /** Reads the only try of a network from its alarm, once in the object's life. */
  async #recall(): Promise<void> {
    const { kv } = this.ctx.storage
    const alarm = kv.get(ROW) === undefined ? await this.ctx.storage.getAlarm() : null
    // Another call may have been faster, or may have come after a try of this life.
    if (this.#isRecalled) return
    this.#isRecalled = true
    if (alarm !== null) this.#tries.add({ ticket: RECALLED, at: alarm - NETWORK_WINDOW_MS, state: 'open' })
  }

  /** Asks once at a time: a network that is attacked must not carry the attack on to the edge. */
  async #askEdge(wish: NetworkTry): Promise<Answered> {
    const { kind, order } = wish
    if (this.#isAsking) return { type: 'early', waitMs: SECOND_MS }
    this.#isAsking = true
    try {
      const edge = objectNamed(this.env.TALLIES, EDGE, configOf(this.env))
      return kind === 'form'
        ? this.#turn(order, await edge.furtherForm())
        : this.#further(wish, await edge.furtherCardIn())
    } finally {
      this.#isAsking = false
    }
  }

  /** Notes what became of a try, where it has to hear that. Repeating it is harmless. */
  async settle(ticket: string, outcome: TryOutcome): Promise<void> {
    const now = Date.now()
    const isNetwork = this.#kind === 'network'
    if (isNetwork) await this.#recall()
    const isKnown = this.#tries.has(ticket)
    // A first try is in memory alone. If the object slept meanwhile, its failure counts from now on.
    if (!isNetwork && !isKnown && outcome === 'bad') this.#tries.add({ ticket, at: now, state: 'open' })
    const isChanged = this.#tries.settle(isNetwork && !isKnown ? RECALLED : ticket, outcome)
    const isWritten = isNetwork || outcome === 'bad' || !this.#isAlarmOnly
    if (isChanged && isWritten) this.#write(now)
  }

  /**
   * Takes one of the day's mails, unless that was done under the ticket before.
   *
   * @param limit How many there are on one day of UTC.
   * @returns 0 if it is taken; else the milliseconds until the next day.
   */
  async takeMail(ticket: string, limit: number): Promise<number> {
    const { kv } = this.ctx.storage
    const now = Date.now()
    const known = kv.get<MailDay>(MAILS)
    const { day, waitMs, endsAt } = takenFrom(known, { ticket, limit, now })
    if (day === known) return waitMs
    kv.put(MAILS, day)
    if (day.tickets.length === 1) await this.ctx.storage.setAlarm(endsAt)
    return waitMs
  }

  /** Erases what no longer counts: of a card everything, 24 hours after the oldest try. */
  override async alarm(): Promise<void> {
    if (this.#kind === 'card') this.#tries.forget()
    await this.ctx.storage.deleteAll()
    const now = Date.now()
    if (this.#tries.list(now).length > 0) this.#write(now)
    if (this.#network.turns.length > 0) this.#writeTurns()
  }

  /** @param edgeWaitMs When the edge may let a further card in, if no other takes its place; 0 if it let this one in. */
  #further(wish: NetworkTry, edgeWaitMs: number): Answered {
    return edgeWaitMs === 0 ? { type: 'in' } : this.#network.denied(wish, edgeWaitMs, Date.now())
  }

  /** @param at When the form's turn is; `undefined` if too many wait for theirs. */
  #turn(order: string, at: number | undefined): Answered {
    const now = Date.now()
    if (at === undefined) return { type: 'early', waitMs: CROWDED_MS }
    if (at <= now) return { type: 'in' }
    this.#network.queue(order, at)
    this.#writeTurns()
    return { type: 'early', waitMs: at - now }
  }

  /** No try was written, but for what an alarm tells. */
  get #isAlarmOnly(): boolean {
    return this.ctx.storage.kv.get(ROW) === undefined
  }

  #writeTurns(): void {
    this.ctx.storage.kv.put(TURNS, this.#network.turns)
  }

  #write(now: number): void {
    const { kv } = this.ctx.storage
    const isFirst = kv.get(ROW) === undefined
    const list = this.#tries.list(now)
    const [oldest, ...others] = list
    const isOnly = this.#kind === 'network' && isFirst && others.length === 0
    // An only try that was approved, or never began, is as good as none.
    if (isOnly && (!oldest || oldest.state === 'good')) return void this.ctx.storage.deleteAlarm()
    if (!isOnly) kv.put(ROW, list)
    const windowMs = oldest?.isForm ? FORM_WINDOW_MS : WINDOWS_MS[this.#kind]
    const erasedAt = Math.max(now + SECOND_MS, (oldest?.at ?? now - windowMs) + windowMs)
    if (isFirst) void this.ctx.storage.setAlarm(erasedAt)
  }
}
