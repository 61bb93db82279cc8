import type { MerchantScope } from '../../shared/merchant-key.ts'
import type { MailKind } from '../../shared/order-values.ts'
import type { Words } from '../texts/en.ts'
import type { Formats } from '../texts/formats.ts'
import type { DeskApi } from './desk-api.ts'
import type { DeskEnv } from './desk-env.ts'
import type { SentCommands } from './sent-commands.ts'

/** Everything that the desk's pages share while somebody is signed in. */
export interface DeskContext {
  readonly api: DeskApi
  readonly env: DeskEnv
  /** The commands of this session that have no answer. */
  readonly sent: SentCommands
  readonly words: Words
  readonly formats: Formats
  /** BCP 47 tag: how sums are written and typed. */
  readonly locale: string
  /** The gateway is a sandbox, which the head of the page says once for all orders. */
  readonly isTest: boolean
  /** Name of the merchant key. */
  readonly name: string
  /** The key has limits of its own, so it approves no refund above those of another. */
  readonly isLimited: boolean
  readonly scopes: readonly MerchantScope[]
  /** What the edge mails to shoppers. */
  readonly mails: readonly MailKind[]
  /** Aborts when the session ends. */
  readonly signal: AbortSignal
}
