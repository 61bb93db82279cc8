import type { Backend } from '../backend.ts'
import type { Call } from '../call.ts'
import type { Reply } from '../reply.ts'

/** Carries out one operation. The call's fields, amount and sender have been checked. */
export type Handler = (call: Call, backend: Backend) => Reply
