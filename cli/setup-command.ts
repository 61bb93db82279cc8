import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Command, CommandError } from './command.ts'
import { withPublicUrl } from './edge-address.ts'

const OPTIONS = {
  'public-url': { type: 'string', default: '' },
  config: { type: 'string', default: 'wrangler.toml' },
} as const

const HELP = `Usage: npx --no pay-checkout setup --public-url https://pay.example.com [--config wrangler.toml]

Writes the edge's own address into its configuration. With a domain of your own the edge is served there
alone: the addresses under workers.dev, where your firewall and limits do not apply, are switched off.
Then it says which secrets to put.
`

const NEXT = `Next:
  npx --no pay-checkout keys           the key that signs offers; its public half is OFFER_KEYS
  npx wrangler secret put GATEWAY_CONTROL_KEY
  npx wrangler secret put TOKEN_KEY    32 characters or more that nobody can guess
  npm run deploy`

/**
 * `pay-checkout setup`: writes the edge's address into the configuration, and lists the secrets to set before a deployment.
 * Repeating it with the same address changes nothing.
 */
export const setupCommand: Command = {
  summary: 'write the edge’s own address into wrangler.toml',
  help: HELP,
  async run(args, { tell }) {
    const { values } = parseArgs({ args, options: OPTIONS })
    const { config: path } = values
    const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new CommandError([`${path} cannot be read (${error.code})`])
    })
    const after = withPublicUrl(before, values['public-url'])
    if (!after.ok) throw new CommandError([after.reason])
    await writeFile(path, after.value)
    tell(`${path} has the address. ${NEXT}`)
  },
}
