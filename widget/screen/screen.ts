/** Decides what the shopper's screen says and offers: the only place that does. Pure: no element, no clock, no network. */
import type { Intent } from '../../shared/order-view.ts'
import { readableReference } from '../../shared/readable-reference.ts'
import { actionsFor, type ShopperAction } from './actions.ts'
import { chargesByMistake, isCharge } from './charges-by-mistake.ts'
import type { LabelKey } from './english-texts.ts'
import { OTHER_ACTIONS, PAY } from './labels.ts'
import { LOOKS, type Look } from './looks.ts'
import { type PanelName, panelOf, wordsRow } from './panel.ts'
import { isUnexpected, type Problem, problemOf } from './problem.ts'
import type { Situation } from './situation.ts'
import { chargeText, headingOf, type Shown, textsOf } from './status-words.ts'
import type { Text } from './text.ts'

/** A button. */
export interface ScreenAction {
  readonly action: ShopperAction
  readonly label: LabelKey
  readonly rank: 'primary' | 'secondary' | 'quiet'
}

/** What stands above the fields and buttons, but for a form. */
export interface StatusScreen {
  readonly look: Look
  readonly heading: LabelKey
  readonly texts: readonly Text[]
  /** What a shopper reads out to the shop's support; empty for nothing. */
  readonly supportId: string
  /** Charges by mistake. Nothing else on the screen may hide them. */
  readonly charges: readonly ReturnType<typeof chargeText>[]
}

/** What the screen says and offers. */
export interface Screen {
  readonly panel: PanelName
  /** There is nothing to pay and nothing to show. */
  readonly empty?: LabelKey
  /** What an earlier visit paid, above the form; its receipt is one press away. */
  readonly earlier?: Text | undefined
  /** Absent for the form alone. */
  readonly status?: StatusScreen
  /** What the button that pays says; absent where nobody may pay. */
  readonly pay?: Text
  /** Above that button, where it charges nothing: what it does instead. */
  readonly promise?: Text | undefined
  readonly problem?: Problem | undefined
  /** The page's own link in the tag is drawn, since the tag cannot go on. */
  readonly showsLink?: boolean
  /** The most likely first. */
  readonly actions: readonly ScreenAction[]
  /** The page that the order waits for can be opened by itself, where a frame does not show it well. */
  readonly leadsOut?: boolean
  /** The shop's support is offered. */
  readonly leadsToSupport?: boolean
}

/** What the screen says and offers in a situation. */
export function screenOf(situation: Situation): Screen {
  const panel = panelOf(situation)
  if (panel === 'empty') return { panel, empty: situation.isCart ? 'empty.cart' : 'empty', actions: [] }
  return panel === 'open'
    ? {
        panel,
        pay: payText(situation, panel),
        promise: promiseText(situation),
        earlier: earlierText(situation),
        problem: problemOf(situation, { takesPayment: true }),
        showsLink: isUnexpected(situation),
        actions: [],
        leadsOut: leadsOut(situation),
      }
    : statusScreen(panel, situation)
}

function statusScreen(panel: Exclude<PanelName, 'empty' | 'open'>, situation: Situation): Screen {
  const { mayPay } = situation
  const row = wordsRow(panel, situation)
  const look = LOOKS[row]
  const usual = usualActions(panel, look, situation)
  const actions = actionsFor(panel, usual, situation)
  const takesPayment = mayPay && actions.includes('retry')
  const isForShop = !!usual[0] && ENDINGS.includes(usual[0]) && actions[0] !== usual[0]
  const status = statusWords(situation, { row, look, isForShop })
  return {
    panel,
    status,
    earlier: earlierText(situation),
    ...(takesPayment && { pay: payText(situation, panel), promise: promiseText(situation) }),
    ...(panel !== 'broken' && { problem: problemOf(situation, { takesPayment }) }),
    showsLink: panel === 'broken' || isUnexpected(situation),
    // The button that pays stands for the one that tries again.
    actions: actions
      .map((action, index) => buttonOf(action, index, panel, situation))
      .filter(({ action }) => action !== 'retry' || !mayPay),
    leadsOut: leadsOut(situation),
    leadsToSupport: !!situation.support && needsHelp(panel, status, situation),
  }
}

/** What the edge could not say before, it may say now. */
const usualActions = (panel: PanelName, look: Look, { error }: Situation): readonly ShopperAction[] =>
  panel === 'broken' && error?.recoverable ? ['restart'] : look.actions

const earlierText = ({ earlier }: Situation): Text | undefined => earlier && { key: 'earlier', ...earlier }

/** What a shopper does first after an ending that is no success. */
const ENDINGS: readonly ShopperAction[] = ['retry', 'restart']

function statusWords(situation: Situation, shown: Shown): StatusScreen {
  const { view } = situation
  return {
    look: shown.look,
    heading: headingOf(situation, shown.row),
    texts: textsOf(situation, shown),
    supportId: shown.look.hasReceipt ? '' : supportId(situation, shown),
    charges: view ? chargesByMistake(view).map((charge) => chargeText(view, charge)) : [],
  }
}

/** Nothing went wrong that the shop could explain where the shopper gave up, or has a field to correct. */
function supportId({ view, error, isLong, isSaidAtField }: Situation, { row, look }: Shown): string {
  const ofOrder = row === 'given-up' || isSaidAtField ? '' : view?.error?.supportId
  const isWaiting = isLong || look.actions.includes('check')
  return error?.supportId || ofOrder || (view && isWaiting ? readableReference(view) : '')
}

/** Words that send the shopper to the shop, and what the shopper may ask about. */
function needsHelp(panel: PanelName, { look, supportId, charges }: StatusScreen, { intent }: Situation) {
  const isUnsent = intent === 'payout' && /bad|calm/.test(look.mood)
  const mayAsk = !!supportId || !!look.hasReceipt || charges.some((charge) => charge.isOwed)
  return mayAsk || isUnsent || /broken|cancelled/.test(panel)
}

/** The shopper can always open a page by itself that a frame does not show well. */
const leadsOut = ({ isForeign, isInPopUp, mayPay, isBeside, fullPage }: Situation) =>
  isForeign && !isInPopUp && mayPay && !isBeside && !!fullPage

/**
 * The button names the sum or, while the shopper's choice has none, only leads on: to the field that is wrong. It leads on too
 * where it opens a page that asks once more, unless the click itself orders, in a language that has words for that. After a
 * failure it opens that page again.
 */
function payText(
  { intent, sum: amount, isOrdered, isHosted, hasOrderWords }: Situation,
  panel: PanelName,
): Text {
  const leadsOn = isHosted && intent === 'sale' && !(isOrdered && hasOrderWords)
  if (leadsOn && amount && panel !== 'open') return { key: 'retry' }
  if (leadsOn || (!amount && intent !== 'verify')) return { key: labelOf('continue', intent) }
  return { key: intent === 'sale' && !isOrdered ? 'pay.open' : PAY[intent], amount }
}

/** What a sum to reserve, and a card's check, mean for the money. While the field has no sum, there is none to name. */
const promiseText = ({ intent, sum: amount }: Situation): Text | undefined =>
  intent === 'verify'
    ? { key: 'note.verify' }
    : intent === 'preauth' && amount
      ? { key: 'note.preauth', amount }
      : undefined

const labelOf = (action: ShopperAction, intent: Intent): LabelKey =>
  (!isCharge(intent) && OTHER_ACTIONS[action]) || action

function buttonOf(
  action: ShopperAction,
  index: number,
  panel: PanelName,
  situation: Situation,
): ScreenAction {
  const isQuiet = QUIET.includes(action) || (panel === 'checked' && action === 'check')
  const rank = isQuiet ? 'quiet' : index ? 'secondary' : 'primary'
  return { action, label: buttonWords(action, panel, situation), rank }
}

function buttonWords(
  action: ShopperAction,
  panel: PanelName,
  { isInPopUp, intent, isOrdered }: Situation,
): LabelKey {
  if (action === 'continue' && isInPopUp) return 'reopen'
  // Nothing has begun that could start again.
  if (action === 'restart' && panel === 'broken') return 'retry'
  if (action === 'again' && intent === 'sale' && isOrdered) return 'again.order'
  return labelOf(action, intent)
}

/** Actions that the tag offers without drawing the eye to them. */
const QUIET: readonly ShopperAction[] = ['again', 'cancel', 'print']
