/** What the dialog of a framed page says: of the bank, of the payment page, or of the bot check. Pure. */
import type { Intent, OrderAction } from '../../shared/order-view.ts'
import { isCharge } from './charges-by-mistake.ts'
import type { LabelKey } from './english-texts.ts'
import { AFTER_STOP, CANCEL, GO_ON, STOP } from './labels.ts'

/** What the dialog shows, and how far that is. */
export interface BankSituation {
  readonly type: OrderAction['type'] | 'check'
  readonly intent: Intent
  /** The dialog asks whether to stop. */
  readonly isAsking: boolean
  /** The page did not load in time. */
  readonly isLate: boolean
}

/** The words of the dialog. */
export interface BankScreen {
  /** Leaving puts the page aside; else it stops the payment, and the dialog asks first. */
  readonly isSetAside: boolean
  readonly heading: LabelKey
  /** Who asks for what sum; absent where the shopper confirms none, and where no page of the bank can be read. */
  readonly asks: LabelKey | undefined
  /** Name of the frame. */
  readonly frame: LabelKey
  /** Of the button with the cross. */
  readonly leave: LabelKey
  /** Below the frame. */
  readonly alert: LabelKey | undefined
  /** The answers to the question. */
  readonly goOn: LabelKey
  readonly stop: LabelKey
}

/** What the dialog says. */
export function bankScreenOf({ type, intent, isAsking, isLate }: BankSituation): BankScreen {
  // The order does not wait for the check, nor for a payment page that the shopper puts aside to choose another method.
  const aside = type === 'check' ? 'person' : type === 'redirect' ? 'hosted' : undefined
  // A payout that a bank looks at cannot be called back.
  const isSetAside = !!aside || intent === 'payout'
  return {
    isSetAside,
    heading: isAsking ? STOP[intent] : (aside ?? 'confirm'),
    asks: aside || isAsking || isLate || !isCharge(intent) ? undefined : 'confirm.text',
    frame: aside ?? 'bank',
    leave: isSetAside ? 'later' : CANCEL[intent],
    alert: isAsking ? AFTER_STOP[intent] : isLate ? 'late' : undefined,
    goOn: GO_ON[intent],
    stop: CANCEL[intent],
  }
}
