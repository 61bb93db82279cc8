/** Sends the same request again until its answer is certain. The one place that decides on repeats. */
import { type Expected, type Outcome, outcomeOf } from './answer.ts'
import { PROBLEM_CODES, type Problem, type ProblemCode } from './contract.generated.ts'
import { RefusedError, UncertainError, UnreachableError } from './errors.ts'
import type { Clock, Fetch } from './platform.ts'
import type { Request } from './request.ts'

/** How requests are sent. */
export interface Sending {
  /** The edge's origin. */
  readonly origin: string
  /** The key or token; absent: anybody may ask. */
  readonly bearer?: string
  readonly fetch: Fetch
  /** For one try and all of its answer. */
  readonly timeoutMs: number
  /** After this time no try begins. */
  readonly patienceMs: number
  /** The same, while the edge has too many requests. Absent: `patienceMs`. */
  readonly busyPatienceMs?: number
  readonly signal?: AbortSignal
  readonly clock: Clock
  /** By what the edge's own success is known. */
  readonly expected: Expected
}

/** Half of it is chance, so that machines whose edge came back do not all ask at once. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000

/**
 * Refusals that only an edge that knows the name can give: a lost try that still arrives is answered in the same way, and
 * begins nothing. `gateway-refused` says how the deed stands: for a day, the edge may correct it to approved. The other two
 * say that another request has the name.
 */
const ABOUT_THE_NAME: readonly string[] = ['gateway-refused', 'key-reused', 'reference-reused']

/** An answer that is certain. */
export type Accepted = Extract<Outcome, { readonly kind: 'accepted' }>

/**
 * Sends a request until the edge accepts or refuses it, the patience is over, or the caller ends it.
 *
 * After a try whose answer was lost, a refusal of a later one is certain only where it is about the name itself: the lost
 * try may still be on its way, and find another state. The next call does not know of the lost try: see `UncertainError`.
 *
 * @throws {RefusedError} Never repeated.
 * @throws {UncertainError} A deed: nobody knows.
 * @throws {UnreachableError} A request that only reads.
 */
export async function sendUntilCertain(request: Request, sending: Sending): Promise<Accepted> {
  const { clock, patienceMs, busyPatienceMs = patienceMs, signal } = sending
  signal?.throwIfAborted()
  const startedAt = clock.now()
  let isLost = false
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryOnce(request, sending)
    if (outcome.kind === 'accepted') return outcome
    if (outcome.kind === 'refused') throw refusal(request, outcome.problem, { tries, isLost })
    isLost ||= outcome.mayHaveActed
    const pauseMs = pauseBefore(tries, outcome.retryAfterMs, clock)
    const mostMs = outcome.mayHaveActed ? patienceMs : busyPatienceMs
    if (signal?.aborted || clock.now() - startedAt + pauseMs > mostMs)
      throw ended(request, sending, { tries, outcome })
    await clock.sleep(pauseMs, signal)
    if (signal?.aborted) throw ended(request, sending, { tries, outcome })
  }
}

async function tryOnce(request: Request, sending: Sending): Promise<Outcome> {
  const { origin, bearer, fetch, timeoutMs, signal, expected } = sending
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const reply = await fetch(origin + request.path, {
      method: request.method,
      headers: { ...request.headers, ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }) },
      ...(request.body !== undefined && { body: request.body }),
      // A key goes to the edge alone.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    })
    return outcomeOf({ status: reply.status, headers: reply.headers, text: await reply.text() }, expected)
  } catch (cause) {
    return { kind: 'unclear', mayHaveActed: true, cause }
  }
}

function pauseBefore(tries: number, retryAfterMs = 0, { random }: Clock): number {
  const mostMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))
  return Math.max(retryAfterMs, (mostMs * (1 + random())) / 2)
}

/** How far a call came. */
interface Progress {
  readonly tries: number
  /** A try may have acted without our knowing. */
  readonly isLost: boolean
}

function refusal(request: Request, problem: Problem, { tries, isLost }: Progress): Error {
  const isCertain = !request.isDeed || !isLost || ABOUT_THE_NAME.includes(problem.code)
  if (!isCertain) return new UncertainError(request.operation, { tries, refusal: problem })
  const code: ProblemCode | 'unknown-problem' = PROBLEM_CODES.includes(problem.code)
    ? problem.code
    : 'unknown-problem'
  return new RefusedError(request.operation, code, problem)
}

/**
 * The error of a call that ends without an answer. That of a deed is uncertain also where the edge turned every try away: it is
 * no refusal, and a process before this one may have sent the same.
 */
function ended(
  { operation, isDeed }: Request,
  { signal }: Sending,
  { tries, outcome }: { readonly tries: number; readonly outcome: Extract<Outcome, { kind: 'unclear' }> },
): unknown {
  const { problem, cause, status } = outcome
  const known = {
    ...{ tries, cause },
    ...(status !== undefined && { status }),
    ...(problem && { refusal: problem }),
  }
  if (isDeed) return new UncertainError(operation, known)
  return signal?.aborted ? signal.reason : new UnreachableError(operation, known)
}
