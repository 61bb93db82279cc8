/** The tools of an assistant, one row each: what it may do, what it has to say, and what it reads back. */
import * as z from 'zod'
import { ORDER_PHASES, type OrderStatus } from '../../shared/order-status.ts'
import type { EdgeClient } from '../edge-client.ts'
import { findOrder } from '../order-lookup.ts'
import { certain, decided } from './deeds.ts'
import { shownDeed, shownEntry, shownOrder } from './shown-orders.ts'
import { untrusted } from './untrusted.ts'

/** A tool of the Model Context Protocol, apart from its wire. */
export interface AssistantTool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  /** It changes nothing. */
  readonly readsOnly?: true
  /** Money goes back, which cannot be undone. */
  readonly isGrave?: true
  readonly run: (client: EdgeClient, input: z.output<Input>) => Promise<object>
}

const tool = <const Input extends z.ZodObject>(one: AssistantTool<Input>): AssistantTool =>
  one as unknown as AssistantTool

const STATUSES = Object.keys(ORDER_PHASES) as OrderStatus[]
const amount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/)
const currency = z.string().regex(/^[A-Z]{3}$/)
const order = z.string().min(1).max(128).describe('The order’s id, or the merchant’s reference.')
const reason = z.string().min(1).max(50).describe('Why, on one line. The gateway stores it.').exactOptional()

/** The same name is the same deed, so that a lost answer never leads to a second one. */
const name = (example: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/)
    .describe(
      `Your own name for this deed, such as ${example}. Take it from what the deed is for. The same name is the same deed: ` +
        'after a lost answer call again with the same name. Another name does it a second time.',
    )

const WAITS =
  'If the follow-up is `waiting`, it is above the limits of your key: nothing was sent, and a person approves or refuses it at ' +
  'the desk. Do not try another name or a smaller part instead.'

export const TOOLS: readonly AssistantTool[] = [
  tool({
    name: 'list_orders',
    title: 'List orders',
    description:
      'Lists orders, the newest first. Orders enter the list with their first attempt, requests when they are opened.',
    input: z.strictObject({
      status: z.enum(STATUSES).exactOptional(),
      reference: z.string().max(128).describe('The merchant’s reference, or its beginning.').exactOptional(),
      day: z.iso.date().describe('The first attempt began on that day, UTC.').exactOptional(),
      needsAttention: z.boolean().describe('Only orders that a person has to resolve.').exactOptional(),
      limit: z.int().min(1).max(50).default(20),
      cursor: z
        .string()
        .max(500)
        .describe('From the page before; all else must be the same.')
        .exactOptional(),
    }),
    readsOnly: true,
    run: async ({ listOrders }, input) => {
      const { orders, cursor } = await listOrders(input)
      return { orders: orders.map(shownEntry), cursor }
    },
  }),
  tool({
    name: 'get_order',
    title: 'Read one order',
    description: 'Reads one order: its state, sums, attempts, and what was done with it afterwards.',
    input: z.strictObject({ order }),
    readsOnly: true,
    run: async (client, input) => shownOrder(await findOrder(client, input.order)),
  }),
  tool({
    name: 'open_payment_request',
    title: 'Ask for a payment',
    description:
      'Opens a request to pay and returns its link. Give the link to the person who pays, and to nobody else. It charges ' +
      'nothing by itself. The name is the order’s reference.',
    input: z.strictObject({
      name: name('invoice-4711'),
      amount: amount.describe('Decimal text in major units, such as "12.50".'),
      currency: currency.describe('ISO 4217 code.'),
      description: z.string().min(1).max(255).describe('What it is for. The person who pays reads it.'),
      email: z.email().max(50).describe('Of the person who pays, if it is known.').exactOptional(),
      expiresInHours: z.int().min(1).max(4320).describe('Default: a day.').exactOptional(),
    }),
    run: openRequest,
  }),
  tool({
    name: 'refund_payment',
    title: 'Refund a payment',
    description: `Gives money of a settled payment back, all that is left or a part. ${WAITS}`,
    input: z.strictObject({
      order,
      name: name('return-17'),
      part: z
        .strictObject({ amount, currency })
        .describe('A part of the money. Absent: all that is left.')
        .exactOptional(),
      reason,
    }),
    isGrave: true,
    run: async (client, { order: named, name, part, reason: comment }) => {
      const found = await findOrder(client, named)
      const request = { id: name, ...part, ...(comment !== undefined && { comment }) }
      return shownDeed(await decided(client, client.refund(found, request)))
    },
  }),
  tool({
    name: 'void_payment',
    title: 'Void a payment',
    description: `Undoes a payment that is not settled yet, as a whole, normally on the same day. ${WAITS}`,
    input: z.strictObject({ order, name: name('cancel-17'), reason }),
    isGrave: true,
    run: async (client, { order: named, name, reason: comment }) => {
      const found = await findOrder(client, named)
      const request = { id: name, ...(comment !== undefined && { comment }) }
      return shownDeed(await decided(client, client.void(found, request)))
    },
  }),
]

interface RequestInput {
  readonly name: string
  readonly amount: string
  readonly currency: string
  readonly description: string
  readonly email?: string
  readonly expiresInHours?: number
}

/** The link is what the tool is for. The order’s token, which pays too, stays here. */
async function openRequest({ createOrder }: EdgeClient, input: RequestInput) {
  const { name: reference, email, expiresInHours, ...sold } = input
  const request = {
    ...{ reference, intent: 'sale' as const, request: true as const, ...sold },
    ...(email !== undefined && { customer: { email } }),
    ...(expiresInHours !== undefined && { expiresIn: expiresInHours * 3600 }),
  }
  const { order: opened, payUrl } = await certain(createOrder(request))
  const { id, status, amount: sum, currency: unit, description } = opened
  return {
    ...{ id, status, amount: sum, currency: unit, payUrl },
    untrusted: untrusted({ reference: opened.reference, description }),
  }
}
