import { Command, Option } from '@commander-js/extra-typings'
import type { Terminal } from '../command.ts'
import { writePrivately } from '../files.ts'
import { ALGORITHMS, makeOfferKey, publicKeySet } from '../keys.ts'

/**
 * `pay-checkout keys`: makes a new key pair; every call makes another one.
 *
 * @example
 * npx --no pay-checkout keys --out offer-key.json
 */
export const keysCommand = ({ answer, tell }: Terminal) =>
  new Command('keys')
    .summary('make a key pair that signs offers')
    .description(
      'Makes a key pair for offers. The private key goes to a file that only you can read; the public half is printed, as the setting OFFER_KEYS of the edge.',
    )
    .addOption(new Option('--alg <name>', 'algorithm').choices(ALGORITHMS).default('ES256' as const))
    .option(
      '--out <file>',
      'file for the private key; an existing one is never overwritten',
      'offer-key.json',
    )
    .action(async ({ alg, out }) => {
      const key = await makeOfferKey(alg)
      await writePrivately(out, `${JSON.stringify(key, null, 2)}\n`)
      const keySet = publicKeySet([key])
      tell(`The private key is in ${out}: keep it out of the repository. OFFER_KEYS for the edge:`)
      answer({ lines: [JSON.stringify(keySet)], value: { file: out, OFFER_KEYS: keySet } })
    })
