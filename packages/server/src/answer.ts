/** What an answer to one try means. No network. */
import type { OperationRow, Problem } from './contract.generated.ts'

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** What one try brought. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly headers: Headers; readonly body: unknown }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** Nothing is certain. `mayHaveActed`: the edge may have done it all the same, now or later. */
  | {
      readonly kind: 'unclear'
      readonly mayHaveActed: boolean
      /** HTTP status. Absent: no answer came. */
      readonly status?: number
      readonly problem?: Problem
      readonly retryAfterMs?: number
      readonly cause?: unknown
    }

/** By what the edge's own success is known. */
export type Expected = Pick<OperationRow, 'has' | 'media'>

/**
 * Reads an answer. Only the edge's own success accepts, and only its own problem document refuses: what a proxy answers with the
 * same status says nothing about what the edge did.
 */
export function outcomeOf(answer: RawAnswer, expected: Expected): Outcome {
  const { status, headers, text } = answer
  const body = expected.media ? text : jsonOf(text)
  if (status === 200 && isExpected(body, headers, expected)) return { kind: 'accepted', headers, body }
  const problem = problemIn(answer, body)
  if (!problem)
    return {
      kind: 'unclear',
      ...{ mayHaveActed: true, status },
      cause: new Error(`status ${status}, no answer of the edge`),
    }
  // The edge counts requests before it acts.
  if (status === 429) return { kind: 'unclear', mayHaveActed: false, status, problem, ...pauseOf(headers) }
  // 408: the body did not arrive, so no handler has seen it; the answer to another copy of it may be on its way.
  if (status >= 500 || status === 408)
    return { kind: 'unclear', mayHaveActed: true, status, problem, ...pauseOf(headers) }
  return { kind: 'refused', problem }
}

const isExpected = (body: unknown, headers: Headers, { has, media }: Expected): boolean =>
  media ? isOfMedia(headers, media) : isObject(body) && (has === undefined || has in body)

const isOfMedia = (headers: Headers, media: string) => headers.get('Content-Type')?.startsWith(media) === true

/** The type of every problem of the edge begins with it. */
const PROBLEM_TYPE = 'urn:pay-checkout:problem:'

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function problemIn({ status, headers }: RawAnswer, body: unknown): Problem | undefined {
  if (!isOfMedia(headers, 'application/problem+json') || !isObject(body)) return undefined
  const { type, code, status: told } = body as Partial<Problem>
  const isOfEdge = typeof code === 'string' && type === PROBLEM_TYPE + code && told === status
  return isOfEdge ? (body as Problem) : undefined
}

/** How long the edge asks to wait. */
function pauseOf(headers: Headers): { retryAfterMs?: number } {
  const seconds = /^\d{1,6}$/.exec(headers.get('Retry-After') ?? '')?.[0]
  return seconds === undefined ? {} : { retryAfterMs: Number(seconds) * 1000 }
}
