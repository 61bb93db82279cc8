import { type Ledger, readLedger } from './ledger.ts'
import { addresses } from './stack/stack.ts'

/** One look of a browser at the bank's page. */
interface BankVisit {
  /** How the browser opened it: `iframe` or `document`. */
  readonly destination: string
  /** EMVCo's number of the window's size; absent in 3-D Secure 1.0.2. */
  readonly windowSize?: string
  /** `threeDSSessionData`, or `MD` and `TermUrl`. */
  readonly carried: Readonly<Record<string, string>>
}

/** What bank and gateway learned about a payment during 3-D Secure. */
export interface ThreeDsEntry {
  readonly uploaded: Readonly<Record<string, string>> | null
  readonly notificationUrl: string | null
  readonly visits: readonly BankVisit[]
}

/** Reads the entry of the only payment in the ledger. */
export async function threeDsEntry(): Promise<ThreeDsEntry> {
  const { transactions } = (await readLedger()) as Ledger & {
    readonly transactions: readonly { readonly threeDs: ThreeDsEntry | null }[]
  }
  const [only, ...others] = transactions
  if (!only?.threeDs || others.length > 0) throw new Error(`not one payment: ${JSON.stringify(transactions)}`)
  return only.threeDs
}

/** Lets time pass at gateway and bank. */
export async function passAtBank(advanceMs: number): Promise<void> {
  const address = `${addresses().local.gateway}/__sandbox/clock`
  const reply = await fetch(address, { method: 'POST', body: JSON.stringify({ advanceMs }) })
  if (!reply.ok) throw new Error(`clock: ${reply.status} ${await reply.text()}`)
}
