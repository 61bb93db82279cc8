/** What a merchant reads of an order in every status: on the desk, in mails, and on the command line. */

import { actionWords } from '../desk/order/action-words.ts'
import { allowedActions } from '../desk/order/allowed-actions.ts'
import { doubtOf } from '../desk/order/doubt.ts'
import { historyLines } from '../desk/order/history-lines.ts'
import type { Words } from '../desk/texts/en.ts'
import { formatsIn } from '../desk/texts/formats.ts'
import type { MerchantScope } from '../shared/merchant-key.ts'
import { MONEY, outcomeOf } from '../shared/order-outcome.ts'
import { HISTORY_KINDS } from '../shared/order-values.ts'
import type { Intent, MerchantOrderView, OrderView } from '../shared/order-view.ts'
import { exampleOf } from '../widget/screen/testing/examples.ts'
import { MISTAKES, ROWS, whyImpossible } from '../widget/screen/testing/impossible-screens.ts'
import { isWorthMail, mailOf } from '../worker/outbox/mail.ts'
import type { Notification } from '../worker/outbox/notifications.ts'

const SCOPES: readonly MerchantScope[] = ['read', 'charge', 'refund', 'admin']

/** Which words are printed, and how sums and dates are written. */
export interface DeskLanguage {
  readonly tag: string
  readonly words: Words
}

/** All words, one paragraph for each cell; then what does not depend on the status. */
export const deskWords = (intents: readonly Intent[], language: DeskLanguage): string =>
  intents
    .flatMap((intent) => [
      `# ${intent}`,
      ...ROWS.map((row) => [`## ${intent} ${row}`, ...cell(intent, row, language)].join('\n')),
      [`## ${intent}: why a person has to look`, ...reasonsOf(intent, language.words)].join('\n'),
      [`## ${intent}: history`, ...historyOf(intent, language)].join('\n'),
    ])
    .join('\n\n')

/** The lines of a cell. What differs by what is known of the money stands in a line of its own. */
function cell(intent: Intent, row: (typeof ROWS)[number], language: DeskLanguage): string[] {
  const lines = new Map<string, string[]>()
  for (const money of MONEY) {
    const known = { intent, row, money, mistake: MISTAKES[0] }
    const why = whyImpossible(known)
    const { view } = exampleOf(known)
    const line = why || !view ? `cannot occur: ${why}` : said(merchants(view), language)
    lines.set(line, [...(lines.get(line) ?? []), money])
  }
  return [...lines].map(([line, names]) => `${names.join(' · ')}\n    ${line}`)
}

/** The merchant's view of the same order. */
const merchants = (view: OrderView): MerchantOrderView => ({
  ...view,
  attempts: view.attempts.map((attempt) => ({ ...attempt, clientOrderId: view.reference })),
  ...{ followUps: [], cardRefs: [], needsAttention: false },
})

function said(order: MerchantOrderView, { tag, words }: DeskLanguage): string {
  const sum = formatsIn(tag, Date.now).sum(order.amount, order.currency)
  const outcome = outcomeOf(order)
  const actions = allowedActions(order, { scopes: SCOPES }).map((action) => {
    const doubt = action === 'not-accepted' ? doubtOf(order)?.kind : undefined
    const { intent, card } = order
    const { heading, effect } = actionWords(action, { intent, card, doubt }, words)
    return `\n    [${words.actions[action]}] ${heading} ${effect(sum)}`
  })
  return `${words.outcomes[outcome]} | command line: ${outcome}${mailed(order)}${actions.join('')}`
}

/** The subject of the mail, where one is sent. */
function mailed(order: MerchantOrderView): string {
  const type = `order.${order.status}` as Notification['type']
  return isWorthMail({ type }) ? ` | mail: ${mailOf({ id: '1', type, at: 0, order }).subject}` : ''
}

const reasonsOf = (intent: Intent, { reasons, shortReasons }: Words): string[] =>
  Object.entries(reasons[intent]).map(
    ([reason, text]) => `${shortReasons[intent][reason as keyof Words['reasons']['sale']]}: ${text}`,
  )

/** Intent → kinds that such an order never has: it makes no refund by itself, and nobody does anything with a verification. */
const NEVER: Readonly<Partial<Record<Intent, RegExp>>> = { verify: /^refund|^follow-up/, payout: /^refund/ }

function historyOf(intent: Intent, { tag, words }: DeskLanguage): string[] {
  const events = HISTORY_KINDS.filter((kind) => !NEVER[intent]?.test(kind)).map((kind) => ({
    ...{ at: '2026-11-21T10:00:00Z', kind, attempt: 1 },
    ...({
      stage: 'payment',
      status: 'approved',
      operation: intent === 'payout' ? 'payout-pay' : 'void',
    } as const),
  }))
  const formats = formatsIn(tag, Date.now)
  const lines = historyLines(events, { words, formats, currency: 'EUR', subject: intent })
  return lines.map(({ text }) => text).reverse()
}
