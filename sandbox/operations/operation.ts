import type { Authentication } from '../control.ts'
import type { FieldRule } from '../fields.ts'
import type { Handler } from './handler.ts'

/** One operation of the gateway: data, and the handler that carries it out once everything is checked. */
export interface Operation {
  /** The path before `/{endpointId}` or `/group/{id}`. */
  readonly prefix: string
  readonly auth: Authentication
  readonly fields: Readonly<Record<string, FieldRule>>
  readonly handle: Handler
}

/** Operations by the name that fault rules and the list of requests use. */
export type Operations = Readonly<Record<string, Operation>>
