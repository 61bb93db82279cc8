/** A refusal of the edge in words: what it means, what to do, and the code that support can look up. */
import type { Refusal } from '../../widget/order/api.ts'
import type { Words } from '../texts/en.ts'

/** A refusal in words. */
export interface RefusalText {
  readonly text: string
  /** The gateway's own code and the support code; empty without either. */
  readonly codes: string
}

/** The gateway's own code of its refusal, which only a merchant's key sees. */
type MerchantRefusal = Refusal & { readonly gatewayCode?: string }

/** Words for every code that the desk may meet. */
export function refusalText(refusal: MerchantRefusal, words: Words): RefusalText {
  const { code, gatewayCode, supportId } = refusal
  const codes = [gatewayCode && words.gatewayCode(gatewayCode), supportId && words.supportId(supportId)]
  return { text: words.problems[code] ?? words.problem, codes: codes.filter(Boolean).join(' ') }
}

/** Words for why somebody whom Cloudflare Access knows is not let in. */
export function accessRefusalText(refusal: Refusal, words: Words): RefusalText {
  const { text, codes } = refusalText(refusal, words)
  if (refusal.code === 'token-invalid') return { text: words.signIn.noPerson, codes }
  return { text: refusal.code === 'scope-missing' ? words.signIn.notListed : text, codes }
}
