import type { Call } from '../api/call.ts'
import type { ParamRule } from '../api/params.ts'
import type { Reply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import type { Authentication } from '../signing/control.ts'

/** Executes one operation. The caller has checked the parameters, the amount and the sender. */
export type Handler = (call: Call, backend: Backend) => Reply

/** One operation of the gateway: its data, and the handler that executes it. */
export interface Operation {
  /** The path before `/{endpointId}` or `/group/{id}`. */
  readonly prefix: string
  readonly auth: Authentication
  readonly params: Readonly<Record<string, ParamRule>>
  readonly handle: Handler
}

/** Operations by the name that fault rules and the ledger use. */
export type Operations = Readonly<Record<string, Operation>>
