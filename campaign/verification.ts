/** Judges every order of a campaign once nothing moves any more. */
import type { MerchantOrderView } from '../shared/order-view.ts'
import { compare } from './comparison.ts'
import { type Finding, finding } from './findings.ts'
import { answerLate, giveUpWaiting, waiting } from './late-bank.ts'
import type { Sandbox } from './ledger.ts'
import { declare } from './manual-resolution.ts'
import { pause } from './pause.ts'
import { forEach } from './pool.ts'
import { isInNeed, isQuiet } from './quiescence.ts'
import type { Made, Scene } from './scene.ts'
import type { Heard } from './webhook-recorder.ts'

/** An order with what is wrong with it. */
export interface Judged {
  readonly made: Made
  readonly view?: MerchantOrderView
  readonly findings: readonly Finding[]
}

/** What orders are judged by. */
export interface Court {
  readonly scene: Scene
  readonly sandbox: Sandbox
  readonly heard: Heard
  /** How long orders may take to come to rest once nothing disturbs them. */
  readonly limitMs: number
  /** By then everything that is due was done at least once. */
  readonly leisureMs: number
}

const AT_ONCE = 24

const BETWEEN_LOOKS_MS = 1_000

/** Waits until all orders are at rest, or time is over, and judges each. */
export async function judge(orders: readonly Made[], court: Court): Promise<Judged[]> {
  const began = Date.now()
  const isOver = () => Date.now() - began > court.limitMs
  // What was seen of an order while it was made is old: much has happened since.
  let restless = [...orders]
  do {
    await forEach(restless, AT_ONCE, ({ watch }) => Promise.resolve(watch?.look()).then())
    // What others have to do, they do now.
    await forEach(restless.filter(isInNeed), AT_ONCE, (made) => hurry(made, court))
    restless = restless.filter((made) => made.watch && isRestless(made))
    await pause(BETWEEN_LOOKS_MS)
  } while (!isOver() && (restless.length > 0 || Date.now() - began < court.leisureMs))
  let judged = await judgeAll(orders, court)
  // What the edge has not heard of yet it finds by asking; only what stays wrong is damage.
  while (!isOver() && judged.some(({ findings }) => findings.length > 0)) {
    await pause(BETWEEN_LOOKS_MS)
    judged = await again(judged, court)
  }
  return judged
}

const isRestless = ({ watch }: Made) => !watch?.last || !isQuiet(watch.last)

/** The bank answers, and the gateway's people are asked. */
async function hurry(made: Made, { scene, sandbox }: Court): Promise<void> {
  const slice = await sandbox.slice(made.reference)
  await answerLate(sandbox, slice)
  await giveUpWaiting(sandbox, slice)
  await declare(scene, made, slice)
}

async function again(judged: readonly Judged[], court: Court): Promise<Judged[]> {
  const fine = judged.filter(({ findings }) => findings.length === 0)
  const wrong = judged.filter(({ findings }) => findings.length > 0).map(({ made }) => made)
  // An order that a shopper had left open when it was first looked at may have begun to move since.
  await forEach(wrong.filter(isInNeed), AT_ONCE, (made) => hurry(made, court))
  return [...fine, ...(await judgeAll(wrong, court))]
}

async function judgeAll(orders: readonly Made[], court: Court): Promise<Judged[]> {
  const judged: Judged[] = []
  await forEach(orders, AT_ONCE, async (made) => void judged.push(await judgeOne(made, court)))
  return judged
}

async function judgeOne(made: Made, { sandbox, heard }: Court): Promise<Judged> {
  const { watch, reference, plan, wanted } = made
  const view = await watch?.look()
  const slice = await sandbox.slice(reference)
  if (!watch || !view) return { made, findings: unopened(slice.movements.length, watch !== undefined) }
  const isAtRest = isQuiet(view) || waiting(slice).length > 0
  const isMoving = isAtRest ? [] : [finding('not settled', `still ${view.status}, or a follow-up is`)]
  const seen = [...watch.contradictions].map((words) => finding('wrong outcome', words))
  const told = heard.findings(view)
  const compared = compare({ view, exponent: plan.exponent, slice, wanted })
  return { made, view, findings: [...compared, ...seen, ...isMoving, ...told] }
}

/** An order that the edge cannot show must have moved nothing. */
function unopened(movements: number, wasOpened: boolean): Finding[] {
  if (wasOpened) return [finding('not settled', 'the edge does not show it any more')]
  return movements > 0 ? [finding('lost outcome', `never opened, and money moved ${movements} times`)] : []
}
