import { Command } from '@commander-js/extra-typings'
import {
  LIMIT_SUM,
  MERCHANT_NAME,
  MERCHANT_SCOPES,
  type MerchantScope,
  type RefundLimits,
} from '../../shared/merchant-key.ts'
import { CommandError, type Terminal } from '../command.ts'
import { makeMerchantKey, merchantEntry } from '../merchant-key.ts'

const SCOPES = `
Scopes:
  read    orders and lists       charge  orders, rebills, capture, refresh from the gateway
  refund  return and void        payout  money out: payouts and transfers
  admin   erasing data, ending the tokens of orders
  catalogue  making and changing products`

/**
 * `pay-checkout merchant-key`: makes a new key; every call makes another one.
 *
 * @example
 * npx --no pay-checkout merchant-key --name "shop server" --scopes read,charge,refund
 * npx --no pay-checkout merchant-key --name assistant --scopes read,charge,refund --refund-up-to EUR=50.00
 */
export const merchantKeyCommand = ({ answer, tell }: Terminal) =>
  new Command('merchant-key')
    .summary('make a key for one of your servers')
    .description(
      'Makes a key for one of your own servers and prints two lines: the key, which is shown this once, and its entry for the list in the setting MERCHANT_KEYS of the edge. The entry has only a digest: who reads it cannot call the edge.',
    )
    .requiredOption('--name <name>', 'the name by which logs and orders show it, such as "shop server"')
    .requiredOption('--scopes <list...>', `what it may do: some of ${MERCHANT_SCOPES.join(', ')}`)
    .option(
      '--refund-up-to <sums...>',
      'the most that one refund, void or capture of a part may give back, such as EUR=50.00',
    )
    .option('--refund-per-day <sums...>', 'the most that all of a day of UTC may, such as EUR=200.00')
    .addHelpText('after', SCOPES)
    .action(({ name, scopes: texts, refundUpTo, refundPerDay }) => {
      const scopes = scopesIn(texts)
      const limits = limitsIn({ refundUpTo, refundPerDay })
      const problems = [
        ...problemsOf(name),
        ...(scopes ? [] : [SCOPES_WRONG]),
        ...(limits ? [] : [SUMS_WRONG]),
        ...(scopes && limits && !areLimitable(scopes, limits) ? [LIMITS_WRONG] : []),
      ]
      if (!scopes || !limits || problems.length > 0) throw new CommandError('usage', problems)
      const key = makeMerchantKey()
      const entry = merchantEntry(key, name, scopes, limits)
      tell(
        'First the key, shown this once; keep it where only that server can read it. Then its entry for MERCHANT_KEYS, a JSON list that `npx wrangler secret put MERCHANT_KEYS -c wrangler.deployment.json` takes whole.',
      )
      answer({ lines: [key, JSON.stringify(entry)], value: { key, entry } })
    })

const SCOPES_WRONG = `--scopes: must be some of ${MERCHANT_SCOPES.join(', ')}`

const SUMS_WRONG =
  '--refund-up-to, --refund-per-day: must be currencies with sums, such as EUR=50.00, each currency once'

const LIMITS_WRONG = '--scopes: limits need refund and go with no payout, which waits for nobody'

interface LimitFlags {
  readonly refundUpTo: readonly string[] | undefined
  readonly refundPerDay: readonly string[] | undefined
}

/** @returns The limits that were given; `undefined` if a sum is none. */
function limitsIn({ refundUpTo, refundPerDay }: LimitFlags): RefundLimits | undefined {
  const [alone, day] = [refundUpTo && sumsIn(refundUpTo), refundPerDay && sumsIn(refundPerDay)]
  if ((refundUpTo && !alone) || (refundPerDay && !day)) return undefined
  return { ...(alone && { refundUpTo: alone }), ...(day && { refundPerDay: day }) }
}

function sumsIn(texts: readonly string[]): Readonly<Record<string, string>> | undefined {
  const parts = texts.flatMap((text) => text.split(',')).map((text) => text.trim().split('='))
  const areSums = parts.every(
    ([currency = '', sum = '', ...more]) => isSum(currency, sum) && more.length === 0,
  )
  const sums = new Map(parts.map(([currency = '', sum = '']) => [currency, sum]))
  return areSums && sums.size === parts.length ? Object.fromEntries(sums) : undefined
}

/** As the edge takes it in `MERCHANT_KEYS`. */
const isSum = (currency: string, sum: string) => /^[A-Z]{3}$/.test(currency) && LIMIT_SUM.test(sum)

const areLimitable = (scopes: readonly MerchantScope[], limits: RefundLimits): boolean =>
  Object.keys(limits).length === 0 || (scopes.includes('refund') && !scopes.includes('payout'))

const problemsOf = (name: string) =>
  MERCHANT_NAME.test(name) ? [] : ['--name: must be 1 to 40 of A-Z, a-z, 0-9, space, _ and -']

/** @returns The scopes, each once; `undefined` if one is unknown. */
function scopesIn(texts: readonly string[]): readonly MerchantScope[] | undefined {
  const words = texts.flatMap((text) => text.split(',')).map((word) => word.trim())
  const isKnown = words.every((word) => MERCHANT_SCOPES.some((scope) => scope === word))
  return isKnown ? MERCHANT_SCOPES.filter((scope) => words.includes(scope)) : undefined
}
