import type { Call } from '../api/call.ts'
import type { Reply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'

/** Carries out one operation. The call's fields, amount and sender have been checked. */
export type Handler = (call: Call, backend: Backend) => Reply
