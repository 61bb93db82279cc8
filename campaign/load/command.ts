import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { buildWidget } from '../../scripts/build.ts'
import { endPages, openPages, type Span, span } from './load.ts'
import { startLoadStack } from './load-stack.ts'
import type { LoadScene } from './shoppers.ts'

const USAGE = `Usage: npm run load -- [--sockets 300] [--rate 5] [--seconds 30] [--ramp 10,15,20,30,40,60]
       --ramp ''   without the search for the highest rate`

const FLAGS = {
  sockets: { type: 'string', default: '300' },
  rate: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '30' },
  ramp: { type: 'string', default: '10,15,20,30,40,60' },
} as const

/** Each step of the search takes so long. */
const RAMP_SECONDS = 10

/** A shopper who waits longer begins to wonder. */
const PROMPT_P95_MS = 1000

/**
 * `npm run load`: edge, sandbox and shoppers on this machine, with pages that follow their orders and others that pay at a
 * steady rate; then ever higher rates, until something goes wrong.
 *
 * @returns 0 if the steady rate had no fault and no page missed an event.
 */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: FLAGS })
  const [sockets, rate, seconds] = [values.sockets, values.rate, values.seconds].map(Number)
  if (!sockets || !rate || !seconds) return refuse(USAGE)
  const failure = await buildWidget()
  if (failure) return refuse(failure)
  const { scene, stop } = await startLoadStack()
  try {
    return await run(scene, { sockets, rate, seconds, ramp: values.ramp.split(',').map(Number) })
  } finally {
    await stop()
  }
}

function refuse(why: string): number {
  console.error(why)
  return 1
}

interface Plan {
  readonly sockets: number
  readonly rate: number
  readonly seconds: number
  readonly ramp: readonly number[]
}

async function run(scene: LoadScene, { sockets, rate, seconds, ramp }: Plan): Promise<number> {
  const pages = await openPages(scene, sockets)
  console.log(`${pages.length} pages follow their orders.`)
  const steady = report(await span(scene, rate, seconds))
  const spans = [steady]
  for (const perSecond of ramp.filter(Boolean)) {
    if (spans.some(({ faults }) => faults.size > 0)) break
    spans.push(report(await span(scene, perSecond, RAMP_SECONDS)))
  }
  console.log(highest(spans))
  const missed = await endPages(scene, pages)
  console.log(`Then all ${pages.length} showed that their order was cancelled: ${list(missed)}.`)
  return steady.faults.size + missed.size === 0 ? 0 : 1
}

function highest(spans: readonly Span[]): string {
  const faultless = spans.filter(({ faults }) => faults.size === 0)
  const prompt = faultless.filter(({ approvedP95 }) => approvedP95 <= PROMPT_P95_MS)
  const [most, mostPrompt] = [faultless, prompt].map((some) =>
    Math.max(0, ...some.map(({ perSecond }) => perSecond)),
  )
  return `Without a fault: ${most} a second; with 95 of 100 approvals shown within a second: ${mostPrompt}.`
}

function report(one: Span): Span {
  const { perSecond, seconds, orders, faults, openP50, approvedP50, approvedP95 } = one
  const [open, half, most] = [openP50, approvedP50, approvedP95].map((ms) => ms.toFixed(0))
  const [load = 0] = loadavg()
  console.log(
    `${perSecond} a second for ${seconds} s: ${orders} orders; opened in ${open} ms, approval shown in ${half} ms ` +
      `(p95 ${most} ms); load of the machine ${load.toFixed(1)}; ${list(faults)}`,
  )
  return one
}

const list = (faults: ReadonlyMap<string, number>) =>
  faults.size === 0 ? 'no fault' : [...faults].map(([what, count]) => `${count}× ${what}`).join('; ')
