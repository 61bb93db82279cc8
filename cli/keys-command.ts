import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Command, CommandError } from './command.ts'
import { ALGORITHMS, isAlgorithm, makeOfferKey, publicKeySet } from './keys.ts'

const OPTIONS = {
  alg: { type: 'string', default: 'ES256' },
  out: { type: 'string', default: 'offer-key.json' },
} as const

const HELP = `Usage: npx --no pay-checkout keys [--alg ES256|EdDSA] [--out offer-key.json]

Makes a key pair for offers. The private key goes to a file that only you can read; the public
half is printed, as the setting OFFER_KEYS of the edge. An existing file is never overwritten.
`

/** `pay-checkout keys`: makes a new key pair; every call makes another one. */
export const keysCommand: Command = {
  summary: 'make a key pair that signs offers',
  help: HELP,
  async run(args, { print, tell }) {
    const { values } = parseArgs({ args, options: OPTIONS })
    if (!isAlgorithm(values.alg)) throw new CommandError([`--alg: must be one of ${ALGORITHMS.join(', ')}`])
    const key = await makeOfferKey(values.alg)
    await writePrivately(values.out, `${JSON.stringify(key, null, 2)}\n`)
    tell(`The private key is in ${values.out}: keep it out of the repository. OFFER_KEYS for the edge:`)
    print(JSON.stringify(publicKeySet([key])))
  },
}

async function writePrivately(path: string, text: string) {
  await writeFile(path, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new CommandError([`${path} exists already; choose another file with --out`])
    throw new CommandError([`${path} cannot be written (${error.code})`])
  })
}
