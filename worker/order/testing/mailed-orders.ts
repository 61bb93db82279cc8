/** For tests inside workerd: orders of an edge that mails shoppers. */
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { MailDelivery, OrderDetails } from '../../../shared/order-history.ts'
import type { ShopperMail } from '../../config/shopper-mail-setting.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import { answerWith, setWith } from '../../testing/edge.ts'
import type { MailRequest } from '../shopper-mail-requests.ts'
import { lasting, orderOf, serverTerms, shown } from './orders.ts'
import { startOver } from './platform.ts'
import { ScriptedGateway } from './scripted-gateway.ts'
import { ScriptedMailbox } from './scripted-mailbox.ts'
import { ScriptedReceiver } from './scripted-receiver.ts'

export const QUICK = { webhookRetryFirst: 50, webhookRetryLast: 100, webhookDeadline: 500 }

/** Who an edge talks to in the present test. */
class MailingEdge {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  mailbox = new ScriptedMailbox()

  /** Changes the settings: of mails, and of anything else. */
  mailing(change: Partial<ShopperMail> = {}, more: object = {}): void {
    setWith({ ...this.mailbox.settings(change), ...lasting(QUICK), ...more })
  }

  startOver(): void {
    Object.assign(this, new MailingEdge())
    answerWith(this.receiver.inFrontOf(this.gateway.fetch))
    this.mailing()
  }
}

/** Has each test of a file run at an edge that sends every mail, with a gateway, a receiver and a mailbox of its own. */
export function mailingEdge(): MailingEdge {
  const edge = new MailingEdge()
  beforeEach(() => edge.startOver())
  afterEach(async () => {
    vi.useRealTimers()
    await startOver()
  })
  return edge
}

export const mails = async (id: string) =>
  (((await shown(id)) as OrderDetails).mails ?? []).map(
    ({ kind, status, failure }: MailDelivery) => `${kind} ${status}${failure ? ` ${failure}` : ''}`,
  )

export const mailsBecome = (id: string, expected: string[]) => expect.poll(() => mails(id)).toEqual(expected)

/** An order that a merchant's server opened for a person, who has not paid. */
export async function asked(change: Partial<OrderTerms> = {}, email = 'ada@example.com'): Promise<string> {
  const terms = serverTerms({ methods: ['hosted'], hasLink: true, ...change })
  await orderOf(terms.id).open(terms, { email })
  return terms.id
}

/** What a server charges itself, or a version without links opened: nobody can pay it by a link. */
export async function linkless(): Promise<string> {
  const terms = serverTerms({ methods: ['hosted'] })
  await orderOf(terms.id).open(terms, { email: 'ada@example.com' })
  return terms.id
}

let keys = 0
export const sends = (id: string, kind: MailRequest['kind'], change: Partial<MailRequest> = {}) => {
  keys += 1
  return orderOf(id).mailShopper({ kind, key: `key-of-a-mail-${keys}`, by: 'till', ...change })
}

export const refusalOf = async (answer: ReturnType<typeof sends>) => {
  const result = await answer
  return result.ok ? undefined : result.reason.code
}
