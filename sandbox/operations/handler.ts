import type { Call } from '../api/call.ts'
import type { ParamRule } from '../api/params.ts'
import type { Reply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import type { Authentication } from '../signing/control.ts'

/** Carries out one operation. The call's fields, amount and sender have been checked. */
export type Handler = (call: Call, backend: Backend) => Reply

/** One operation of the gateway: data, and the handler that carries it out once everything is checked. */
export interface Operation {
  /** The path before `/{endpointId}` or `/group/{id}`. */
  readonly prefix: string
  readonly auth: Authentication
  readonly params: Readonly<Record<string, ParamRule>>
  readonly handle: Handler
}

/** Operations by the name that fault rules and the list of requests use. */
export type Operations = Readonly<Record<string, Operation>>
