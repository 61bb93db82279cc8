/** Examples of the API document: answers that a test has recorded from a running edge. Pure. */
import type { Json } from './json-schema.ts'

/** One request and its answer. */
export interface RecordedAnswer {
  readonly operationId: string
  /** What is special about it, in a few words; no two answers of one operation have the same. */
  readonly summary: string
  readonly status: number
  /** The JSON body, if it had one. */
  readonly request?: unknown
  readonly response: unknown
}

/** What `e2e/merchant/api-examples.spec.ts` has recorded. */
export interface ApiRecording {
  readonly answers: readonly RecordedAnswer[]
  /** Type → the posted JSON. Not every type is there. */
  readonly webhooks: Readonly<Record<string, unknown>>
}

export const NOTHING_RECORDED: ApiRecording = { answers: [], webhooks: {} }

/** Bodies of the requests that succeeded. */
export const requestExamples = (answers: readonly RecordedAnswer[]): Json =>
  named(
    answers
      .filter(({ status, request }) => status < 400 && request !== undefined)
      .map(({ summary, request }) => [summary, request]),
  )

/** Bodies of the answers with this status. */
export const responseExamples = (answers: readonly RecordedAnswer[], status: number): Json =>
  named(answers.filter((one) => one.status === status).map(({ summary, response }) => [summary, response]))

/** Name → example. A name is the summary as a key of OpenAPI may be. */
export const named = (examples: readonly (readonly [summary: string, value: unknown])[]): Json =>
  Object.fromEntries(
    examples.map(([summary, value]) => [summary.replaceAll(/[^A-Za-z0-9]+/g, '-'), { summary, value }]),
  )
