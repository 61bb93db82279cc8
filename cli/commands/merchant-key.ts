import { Command } from '@commander-js/extra-typings'
import { MERCHANT_NAME, MERCHANT_SCOPES, type MerchantScope } from '../../shared/merchant-key.ts'
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
 */
export const merchantKeyCommand = ({ answer, tell }: Terminal) =>
  new Command('merchant-key')
    .summary('make a key for one of your servers')
    .description(
      'Makes a key for one of your own servers and prints two lines: the key, which is shown this once, and its entry for the list in the setting MERCHANT_KEYS of the edge. The entry has only a digest: who reads it cannot call the edge.',
    )
    .requiredOption('--name <name>', 'the name by which logs and orders show it, such as "shop server"')
    .requiredOption('--scopes <list...>', `what it may do: some of ${MERCHANT_SCOPES.join(', ')}`)
    .addHelpText('after', SCOPES)
    .action(({ name, scopes: texts }) => {
      const scopes = scopesIn(texts)
      const problems = [...problemsOf(name), ...(scopes ? [] : [SCOPES_WRONG])]
      if (!scopes || problems.length > 0) throw new CommandError('usage', problems)
      const key = makeMerchantKey()
      const entry = merchantEntry(key, name, scopes)
      tell(
        'First the key, shown this once; keep it where only that server can read it. Then its entry for MERCHANT_KEYS, a JSON list that `npx wrangler secret put MERCHANT_KEYS -c wrangler.deployment.json` takes whole.',
      )
      answer({ lines: [key, JSON.stringify(entry)], value: { key, entry } })
    })

const SCOPES_WRONG = `--scopes: must be some of ${MERCHANT_SCOPES.join(', ')}`

const problemsOf = (name: string) =>
  MERCHANT_NAME.test(name) ? [] : ['--name: must be 1 to 40 of A-Z, a-z, 0-9, space, _ and -']

/** @returns The scopes, each once; `undefined` if one is unknown. */
function scopesIn(texts: readonly string[]): readonly MerchantScope[] | undefined {
  const words = texts.flatMap((text) => text.split(',')).map((word) => word.trim())
  const isKnown = words.every((word) => MERCHANT_SCOPES.some((scope) => scope === word))
  return isKnown ? MERCHANT_SCOPES.filter((scope) => words.includes(scope)) : undefined
}
