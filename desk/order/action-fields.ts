/** What a person may type or choose for an action, besides its sum. Pure. The edge has the last word. */
import type { OrderDetails } from '../../shared/order-history.ts'
import type { MerchantOrderView } from '../../shared/order-view.ts'
import type { Words } from '../texts/en.ts'
import type { Action } from './allowed-actions.ts'
import { dayOf, type EndDays, endDays, endOfDay } from './end-days.ts'

/** Names of the fields, which are those of the request's body. */
export type FieldName = keyof Words['confirm']['fields']

/** One field of the dialog. */
export interface ActionField {
  readonly name: FieldName
  readonly kind: 'line' | 'lines' | 'address' | 'choice' | 'day'
  readonly maxLength: number
  /** What is known already. */
  readonly value: string
  /** For a day: which are allowed. */
  readonly days?: EndDays
  /** For a choice: all but the first one, which is empty. */
  readonly choices?: readonly string[]
  /** Sent also where it is empty, which takes away what is known. */
  readonly isKept?: true
}

/** Name → text. */
export type FieldValues = Readonly<Partial<Record<FieldName, string>>>

/** Lengths are those that the edge takes. */
const line = (name: FieldName, maxLength: number, value = ''): ActionField => ({
  ...{ name, kind: 'line', maxLength, value },
})

const endField = (order: Fielded, now: number): ActionField => ({
  ...{ name: 'expiresAt', kind: 'day', maxLength: 10, value: dayOf(order.expiresAt ?? now) },
  days: endDays(order, now),
})

/** The list of receivers and the history come with an order's details, and not with what a socket tells. */
type Fielded = MerchantOrderView & Pick<Partial<OrderDetails>, 'webhookEndpoints' | 'history'>

/**
 * The fields of an action, in the order in which they are shown.
 *
 * @param now Milliseconds since the epoch.
 */
export function fieldsOf(action: Action, order: Fielded, now: number): readonly ActionField[] {
  const { note = '', shipment = {}, webhookEndpoints: choices = [] } = order
  switch (action) {
    case 'return':
      return [line('comment', 50)]
    case 'note':
      return [{ name: 'text', kind: 'lines', maxLength: 500, value: note, isKept: true }]
    case 'sent':
      return [
        line('carrier', 64, shipment.carrier),
        line('parcel', 64, shipment.parcel),
        { name: 'url', kind: 'address', maxLength: 512, value: shipment.url ?? '' },
      ]
    case 'change-end':
      return [endField(order, now)]
    case 'resend':
      return choices.length > 1
        ? [{ name: 'endpoint', kind: 'choice', maxLength: 512, value: '', choices }]
        : []
    default:
      return []
  }
}

/** The first field whose text the edge would refuse; `undefined` if there is none. */
export const wrongField = (fields: readonly ActionField[], values: FieldValues): FieldName | undefined =>
  fields.find(({ kind, name, value, days }) => {
    const text = (values[name] ?? value).trim()
    if (days) return endOfDay(text, days) === undefined
    return kind === 'address' && text !== '' && URL.parse(text)?.protocol !== 'https:'
  })?.name

/** The members of the request's body. */
export function bodyOf(fields: readonly ActionField[], values: FieldValues): FieldValues {
  const members = fields.map(({ name, value, isKept, days }) => {
    const text = (values[name] ?? value).trim()
    return { name, isKept, text: days ? (endOfDay(text, days) ?? '') : text }
  })
  return Object.fromEntries(
    members.filter(({ text, isKept }) => isKept || text !== '').map(({ name, text }) => [name, text]),
  )
}
