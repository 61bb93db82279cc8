/**
 * The objects that count how payments end: one for the edge as a whole, one for each offer that cards fail for, and one for
 * payments that the gateway refuses.
 */
import { DurableObject } from 'cloudflare:workers'
import { type Config, configOf } from '../config/config.ts'
import { log } from '../config/log.ts'
import { keepAlarm } from '../lasting-alarm.ts'
import { EdgeNotices } from '../outbox/edge-notices.ts'
import type { MailBinding } from '../outbox/mail.ts'
import type { GatewayView } from '../outbox/notifications.ts'
import { type IndexEnv, orderIndex } from '../outbox/order-index.ts'
import { attackNotice } from './attack-notices.ts'
import {
  type Episode,
  forgottenAt,
  furtherCard,
  furtherCardIn,
  furtherForm,
  nextLook,
  noted,
  type Outcomes,
  QUIET,
  switched,
  type TallyState,
  tellReason,
} from './edge-tally.ts'
import type { RefusedAttempt } from './gateway-refusals.ts'
import { EDGE } from './limit-names.ts'
import { RefusalWatch } from './refusal-watch.ts'

/** The row that holds everything but what the merchant is still to be told. */
const ROW = 'tally'

/** Counts are written no more often than this, and before the object sleeps, ten seconds after its last call. */
const WRITE_EVERY_MS = 5000

/** The bindings of a tally. */
type TallyEnv = MailBinding & IndexEnv

/** Counts failed and approved payments, and switches card entry off while too many cards fail. */
export class Tally extends DurableObject<TallyEnv> {
  #state = this.ctx.storage.kv.get<TallyState>(ROW) ?? QUIET
  #writtenAt = 0
  /** There are failures that were not written yet. The alarm writes them. */
  #isBehind = false
  readonly #notices: EdgeNotices
  readonly #refusals: RefusalWatch

  /** @param fetcher Sends webhooks. Tests pass their own. */
  constructor(ctx: DurableObjectState, env: TallyEnv, fetcher: typeof fetch = (...sent) => fetch(...sent)) {
    super(ctx, env)
    this.#notices = new EdgeNotices(ctx, { config: () => configOf(env), fetcher, NOTIFY: env.NOTIFY })
    this.#refusals = new RefusalWatch(ctx.storage, {
      config: () => configOf(env),
      index: orderIndex(env, () => configOf(env)),
      tell: (notice) => {
        this.#notices.tell(notice)
        ctx.waitUntil(this.#arm(Date.now()))
      },
    })
  }

  /** Counts an attempt that the gateway refused. The last of a few in a row tells the merchant. */
  refused(attempt: RefusedAttempt): Promise<void> {
    return this.#refusals.refused(attempt)
  }

  /** What the merchant was told of a gateway that refuses every payment; `undefined` if it accepts some. */
  refusing(): Promise<GatewayView | undefined> {
    return this.#refusals.refusing()
  }

  /** Notes how payments ended. A failure is written soon; an approval with the next failure. */
  async note(outcomes: Outcomes): Promise<void> {
    const now = Date.now()
    if (outcomes.bad > 0) this.#isBehind = true
    const isDue = this.#isBehind && now - this.#writtenAt >= WRITE_EVERY_MS
    this.#keep(this.#looked(noted(this.#state, outcomes, now), now), isDue)
    if (this.#isBehind) this.ctx.waitUntil(this.#arm(now))
  }

  /** When card entry may be on again, in milliseconds since the epoch; 0 if it is on. */
  async offUntil(): Promise<number> {
    return (await this.episode()) ? (nextLook(this.#state, Date.now()) ?? 0) : 0
  }

  /** The time during which card entry is off; `undefined` if it is on. */
  async episode(): Promise<Episode | undefined> {
    this.#keep(this.#looked(this.#state, Date.now()), false)
    return this.#state.episode
  }

  /**
   * Lets a further card of some network in, if the edge is calm.
   *
   * @returns 0 if it is in; else in how many milliseconds one may be, if nothing else happens meanwhile.
   */
  async furtherCardIn(): Promise<number> {
    const { LIMITS } = this.#config
    if (LIMITS === 'off') return 0
    const now = Date.now()
    const { furtherCards: reserve, failuresForAttack: threshold } = LIMITS
    const after = furtherCard(this.#state, reserve, now)
    if (!after) return furtherCardIn(this.#state, { reserve, threshold }, now)
    this.#keep(after, true)
    return 0
  }

  /** Lets one more shopper of an offer read why the bank declined, if the edge is calm. */
  async tellReason(): Promise<boolean> {
    if (this.#config.LIMITS === 'off') return true
    const after = tellReason(this.#state, Date.now())
    if (after) this.#keep(after, true)
    return after !== undefined
  }

  /** Gives a form that has to wait its turn. @returns When it is; `undefined` if too many wait already. */
  async furtherForm(): Promise<number | undefined> {
    const turn = furtherForm(this.#state, Date.now())
    if (turn) this.#keep(turn.state, true)
    return turn?.at
  }

  /** Looks whether card entry may be on again, tells the merchant what could not be told, and erases what is over. */
  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    await keepAlarm(this.ctx.storage, info)
    const now = Date.now()
    this.#keep(this.#looked(this.#state, now), this.#isBehind)
    await this.#notices.send()
    const isOver = !this.#state.episode && this.#notices.dueAt === undefined
    if (isOver && now >= forgottenAt(this.#state)) return this.#forget()
    await this.#arm(now)
  }

  get #config(): Config {
    return configOf(this.env)
  }

  /** That the merchant was told of a refusing gateway has to last. */
  async #forget(): Promise<void> {
    if (!this.#refusals.isKept) return this.ctx.storage.deleteAll()
    this.ctx.storage.kv.delete(ROW)
  }

  #looked(state: TallyState, now: number): TallyState {
    const { LIMITS } = this.#config
    if (LIMITS === 'off') return state
    return switched(state, this.#isEdge ? LIMITS.failuresForAttack : LIMITS.failuresPerOffer, now)
  }

  get #isEdge(): boolean {
    return this.ctx.id.name === EDGE
  }

  #keep(after: TallyState, isDue: boolean): void {
    const before = this.#state
    this.#state = after
    const isSwitched = after.episode !== before.episode
    if (isSwitched) this.#announce(before, after)
    if (isSwitched || isDue) this.#write()
  }

  #announce(before: TallyState, after: TallyState): void {
    const episode = after.episode ?? before.episode
    if (!episode) return
    const { failures, count } = episode
    log(after.episode ? 'cards-off' : 'cards-on', { of: this.#isEdge ? EDGE : 'offer', failures, count })
    if (this.#isEdge) this.#notices.tell(attackNotice(episode, after.episode ? 'began' : 'ended', Date.now()))
  }

  #write(): void {
    const now = Date.now()
    this.#writtenAt = now
    this.#isBehind = false
    this.ctx.storage.kv.put(ROW, this.#state)
    this.ctx.waitUntil(this.#arm(now))
  }

  /** Sets the alarm, unless an earlier one is set. Each is a billed row. */
  async #arm(now: number): Promise<void> {
    const { storage } = this.ctx
    const writtenNext = this.#isBehind ? this.#writtenAt + WRITE_EVERY_MS : undefined
    const forgotten = forgottenAt(this.#state)
    const reasons = [nextLook(this.#state, now), this.#notices.dueAt, writtenNext]
    const times = reasons.filter((time) => time !== undefined)
    // What is over already is forgotten with the last notice, which is the reason to wake where there is one.
    if (forgotten > now || times.length === 0) times.push(forgotten)
    const at = Math.max(now + 1, Math.min(...times))
    const set = await storage.getAlarm()
    if (set === null || set > at) await storage.setAlarm(at)
  }
}
