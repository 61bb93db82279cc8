/** Does what fell due. Which work that is, and when, `due.ts` decides. */
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import { keepCard } from './card-tokens.ts'
import type { Reach } from './context.ts'
import type { Reversing } from './duplicate-refunds.ts'
import type { Due, Work } from './model/schedule.ts'
import type { Turn } from './mutex.ts'
import type { OfferPieces } from './offer-reservation.ts'
import type { OrderRecord } from './record.ts'
import { learnCards } from './saved-card-lookup.ts'
import type { Questions } from './status-polling.ts'
import type { Stepping } from './three-ds.ts'

/** Alarms that cannot even find out what is due, since a setting is wrong, try again after this. */
const RETRY_MS = 60_000

/** What attending stands on. Work that must not overlap with what others do takes the same turns. */
interface Ground {
  readonly record: OrderRecord
  readonly reach: Reach
  readonly questions: Questions
  readonly stepping: Stepping
  readonly reversing: Reversing
  readonly pieces: OfferPieces
  readonly turns: Readonly<Record<'starting' | 'steps' | 'reversals' | 'referring', Turn>>
}

type WorkType = Work['type']

/** Work of one of these types. Spelled so that the compiler knows which action it goes to. */
type WorkOf<Type extends WorkType> = { [One in Type]: Work & { readonly type: One } }[Type]

/** One row a kind of work: what is done about it. */
type Actions = { readonly [Type in WorkType]: (work: WorkOf<Type>) => unknown }

const actionsOn = ({ record, reach, questions, stepping, reversing, pieces, turns }: Ground): Actions => ({
  ask: ({ attempt }) => questions.about(attempt),
  look: ({ attempt }) => questions.look(attempt),
  'ask-follow-up': ({ followUp }) => questions.aboutFollowUp(followUp),
  'ask-foreign': ({ gatewayId }) => questions.aboutForeign(gatewayId),
  'ask-reversal': ({ reversal }) => questions.aboutReversal(reversal),
  reverse: ({ reversal }) => turns.reversals.take(() => reversing.advance(reversal)),
  'give-up-sending': ({ attempt }) => record.note({ type: 'reply-lost', attempt }),
  'give-up-follow-up': ({ followUp }) => record.note({ type: 'follow-up-lost', followUp }),
  'give-up-reversal': ({ reversal }) => record.note({ type: 'reversal-lost', reversal }),
  'end-asking': (work) => record.note({ ...work, type: 'asking-ended' }),
  'end-method': ({ attempt }) => turns.steps.take(() => stepping.endMethod(attempt)),
  'hand-on': ({ attempt }) => turns.steps.take(() => stepping.handOn(attempt)),
  'end-challenge': ({ attempt }) => stepping.endShown(attempt),
  'learn-cards': () => learnCards({ record, reach }),
  'keep-card': () => turns.referring.take(() => keepCard({ record, reach })),
  tell: () => record.messenger.send(),
  index: () => record.index(),
  'release-limit': () => turns.starting.take(() => pieces.release()),
  'claim-limit': () => turns.starting.take(() => pieces.claim()),
  'settle-limit': () => turns.starting.take(() => pieces.settle()),
  expire: () => record.note({ type: 'expired' }),
  forget: () => record.forget(),
})

/** Sees to it that an order does what it has to, whatever fails. */
export class Attending {
  readonly #ground: Ground
  readonly #actions: Actions

  constructor(ground: Ground) {
    this.#ground = ground
    this.#actions = actionsOn(ground)
  }

  /** Does what is due. Failed work never fails the alarm, which the platform gives up after six failures. */
  async run(): Promise<void> {
    const { record, reach } = this.#ground
    try {
      const { activeEvery: first, minutesEvery: last } = reach.times()
      const attend = ({ work }: Due) => this.#attend(work)
      await record.agenda.run({
        list: () => record.dues(),
        pauses: { first, last },
        work: attend,
        inFlight: () => record.inFlight,
      })
      record.settle()
    } catch (error) {
      log('alarm-failed', { order: record.state?.terms.id, error: errorText(error) })
      record.agenda.retryAt(Date.now() + RETRY_MS)
    }
  }

  async #attend<Type extends WorkType>(work: WorkOf<Type>): Promise<void> {
    const { record } = this.#ground
    if (!record.state) return
    try {
      await this.#actions[work.type](work)
    } catch (error) {
      log('work-failed', { order: record.state?.terms.id, work: work.type, error: errorText(error) })
    }
  }
}
