import { parseArgs } from 'node:util'
import { MERCHANT_NAME, MERCHANT_SCOPES, type MerchantScope } from '../shared/merchant-key.ts'
import { type Command, CommandError } from './command.ts'
import { makeMerchantKey, merchantEntry } from './merchant-key.ts'

const OPTIONS = {
  name: { type: 'string', default: '' },
  scopes: { type: 'string', multiple: true },
} as const

const HELP = `Usage: npx --no pay-checkout merchant-key --name "shop server" --scopes read,charge

Makes a key for one of your own servers and prints two lines: the key, which is shown this once, and
its entry for the list in the setting MERCHANT_KEYS of the edge. The entry has only a digest: who
reads it cannot call the edge.

  read    orders and lists       charge  orders, rebills, capture, refresh from the gateway
  refund  return and void        payout  money out: payouts and transfers
`

/** `pay-checkout merchant-key`: makes a new key; every call makes another one. */
export const merchantKeyCommand: Command = {
  summary: 'make a key for one of your servers',
  help: HELP,
  async run(args, { print, tell }) {
    const { values } = parseArgs({ args, options: OPTIONS })
    const scopes = scopesIn(values.scopes ?? [''])
    const problems = [...problemsOf(values.name), ...(scopes ? [] : [SCOPES_WRONG])]
    if (!scopes || problems.length > 0) throw new CommandError(problems)
    const key = makeMerchantKey()
    tell('The key, shown this once; keep it where only that server can read it:')
    print(key)
    tell('Its entry for MERCHANT_KEYS, a JSON list that `wrangler secret put MERCHANT_KEYS` takes whole:')
    print(JSON.stringify(merchantEntry(key, values.name, scopes)))
  },
}

const SCOPES_WRONG = `--scopes: must be some of ${MERCHANT_SCOPES.join(', ')}`

const problemsOf = (name: string) =>
  MERCHANT_NAME.test(name) ? [] : ['--name: must be 1 to 40 of A-Z, a-z, 0-9, space, _ and -']

/** @returns The scopes, each once; `undefined` if one is unknown or none is named. */
function scopesIn(texts: readonly string[]): readonly MerchantScope[] | undefined {
  const words = texts.flatMap((text) => text.split(',')).map((word) => word.trim())
  const isKnown = words.every((word) => MERCHANT_SCOPES.some((scope) => scope === word))
  return isKnown ? MERCHANT_SCOPES.filter((scope) => words.includes(scope)) : undefined
}
