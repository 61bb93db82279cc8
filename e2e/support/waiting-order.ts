import type { MerchantOrderView } from '../../shared/order-view.ts'
import { isOf, readLedger } from './ledger.ts'
import { BROWSER, CARD } from './merchant/cards.ts'
import { type Session, session } from './merchant/selling.ts'
import { becomes } from './merchant/server.ts'
import { addresses } from './stack/stack.ts'
import { CARD as CARDS } from './three-ds-flows.ts'

/** A step of 3-D Secure at which a bank posts its answer to the edge. */
export type AnsweredStep = 'method' | 'challenge' | 'pareq'

/** Form fields. */
export type Fields = Readonly<Record<string, string>>

/** An order that waits for a bank's answer. */
export interface WaitingOrder extends Session {
  /** Where the bank posts its answer, as programs reach it. */
  readonly address: string
  /** What the bank posts there. */
  readonly answer: Fields
}

const CARD_OF: Readonly<Record<AnsweredStep, string>> = {
  method: CARDS.methodThenChallenge,
  challenge: CARDS.challenge,
  pareq: CARDS.pareq,
}

/** Pays as the page would, over HTTP, until the bank is to be asked; works out what the bank would answer. */
export async function waitingOrder(step: AnsweredStep): Promise<WaitingOrder> {
  const sold = await session({ methods: ['card'] })
  const card = { ...CARD, number: CARD_OF[step] }
  await sold.pay({ method: 'card', presentation: 'frame', card, browser: BROWSER })
  const { action } = await becomes(sold.id, step === 'method' ? 'method' : 'challenge')
  const { pathname } = new URL(action?.frame ?? '')
  const told = hiddenFields(await (await fetch(addresses().local.edge + pathname)).text())
  const [url, answer] = await ANSWERS[step](told, sold)
  return { ...sold, address: addresses().local.edge + new URL(url).pathname, answer }
}

const ANSWERS: Readonly<Record<AnsweredStep, (told: Fields, order: Session) => Promise<[string, Fields]>>> = {
  method: async ({ threeDSMethodData = '' }) => {
    const { threeDSServerTransID, threeDSMethodNotificationURL } = decode(threeDSMethodData)
    return [String(threeDSMethodNotificationURL), { threeDSMethodData: encode({ threeDSServerTransID }) }]
  },
  challenge: async ({ creq = '' }, { reference }) => {
    const { challengeWindowSize: _, ...ids } = decode(creq)
    const cres = { ...ids, messageType: 'CRes', challengeCompletionInd: 'Y', transStatus: 'Y' }
    return [await notificationUrl(reference), { cres: encode(cres) }]
  },
  pareq: async ({ PaReq = '', MD = '', TermUrl = '' }) => {
    const { xid } = decode(PaReq)
    return [TermUrl, { PaRes: encode({ messageType: 'PaRes', xid, transStatus: 'Y' }, 'base64'), MD }]
  },
}

/** Where the gateway was told that the bank answers. */
async function notificationUrl(reference: string): Promise<string> {
  const { transactions } = await readLedger()
  const own = transactions.find(isOf(reference))
  return (own as { threeDs?: { notificationUrl?: string } } | undefined)?.threeDs?.notificationUrl ?? ''
}

const hiddenFields = (page: string): Fields =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )

const decode = (text: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))

const encode = (message: object, encoding: 'base64url' | 'base64' = 'base64url') =>
  Buffer.from(JSON.stringify(message)).toString(encoding)

/** Posts a form to the edge as a bank's page would. @returns The status of the answer, which is a redirect or a refusal. */
export async function postForm(address: string, fields: Fields = {}): Promise<number> {
  const body = new URLSearchParams(fields)
  const reply = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  return reply.status
}

/** What there is to change: the orders as their merchant sees them, and all that the gateway knows or was asked for. */
export async function everything(orders: readonly MerchantOrderView[]): Promise<object> {
  const { transactions, movements, requests } = await readLedger()
  return {
    orders: orders.map(({ action, ...order }) => ({
      ...order,
      action: action && { ...action, secondsLeft: 0 },
    })),
    ...{ transactions, movements },
    requests: requests.filter(({ operation }) => operation !== 'status'),
  }
}
