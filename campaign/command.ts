import { parseArgs } from 'node:util'
import { buildWidget } from '../scripts/build.ts'
import { type CampaignOptions, runCampaign } from './campaign.ts'
import { parseName } from './plan.ts'
import { type CampaignResult, details, formatLog, report } from './report.ts'

const USAGE = `Usage: npm run campaign -- [--orders 500] [--seed 1] [--careless SAFEGUARD] [--crashes 0.02]
                                [--two-edges | --copied-edge]
       npm run campaign -- --only c1-a000042   one order of seed 1 again, with its event log`

/**
 * `npm run campaign`: places orders of every kind at edge and sandbox, under faults and crashes that a seed repeats.
 *
 * @returns 0 if it found no damage.
 */
export async function main(args: string[]): Promise<number> {
  const options = optionsIn(args)
  if (!options) return refuse(USAGE)
  const failure = await buildWidget()
  if (failure) return refuse(failure)
  const result = await runCampaign({ ...options, onOrder: progress(options.numbers.length) })
  console.log(report(result))
  console.log(details(result))
  if (options.numbers.length === 1) console.log(logsOf(result))
  return result.orders.some(({ findings }) => findings.length > 0) ? 1 : 0
}

function refuse(why: string): number {
  console.error(why)
  return 1
}

/** Reads the command line. @returns `undefined` if it cannot be understood. */
function optionsIn(args: string[]): CampaignOptions | undefined {
  try {
    const { values } = parseArgs({ args, options: FLAGS })
    const more = {
      ...(values.careless !== undefined && { withoutSafeguard: values.careless }),
      ...(values.crashes !== undefined && { crashProbability: Number(values.crashes) }),
      ...(values['two-edges'] && { secondEdge: 'own-secrets' as const }),
      ...(values['copied-edge'] && { secondEdge: 'copied-secrets' as const }),
    }
    if (values.only !== undefined) {
      const named = parseName(values.only)
      return named && { seed: named.seed, numbers: [named.number], ...more }
    }
    const [orders, seed] = [count(values.orders), count(values.seed)]
    const numbers = Array.from({ length: orders }, (_, index) => index + 1)
    return { seed, numbers, ...more }
  } catch {
    return undefined
  }
}

const FLAGS = {
  orders: { type: 'string', default: '500' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string' },
  careless: { type: 'string' },
  crashes: { type: 'string' },
  'two-edges': { type: 'boolean' },
  'copied-edge': { type: 'boolean' },
} as const

function count(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new TypeError(`${text} is no number`)
  return Number(text)
}

/** Prints how far the campaign is, every 500 orders. */
const progress = (orders: number) => (count: number) => {
  if (count % 500 === 0) console.log(`${count} of ${orders} orders placed`)
}

const logsOf = ({ eventLogs }: CampaignResult) =>
  [...eventLogs].map(([reference, stored]) => `${reference}\n${formatLog(stored)}`).join('\n')
