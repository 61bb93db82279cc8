import { Command } from '@commander-js/extra-typings'
import { CommandError, type Terminal } from '../command.ts'
import { withPublicUrl } from '../edge-address.ts'
import { readText, writeText } from '../files.ts'

const NEXT = `Next:
  npx --no pay-checkout keys           the key that signs offers; its public half is OFFER_KEYS
  npx wrangler secret put GATEWAY_CONTROL_KEY
  npx wrangler secret put TOKEN_KEY    32 characters or more that nobody can guess
  npm run deploy`

/**
 * `pay-checkout setup`: writes the edge's address into the configuration, and lists the secrets to set before a deployment.
 * Repeating it with the same address changes nothing.
 */
export const setupCommand = ({ answer }: Terminal) =>
  new Command('setup')
    .summary('write the edge’s own address into wrangler.toml')
    .description(
      'Writes the edge’s own address into its configuration. With a domain of your own the edge is served there alone: the addresses under workers.dev, where your firewall and limits do not apply, are switched off. Then it says which secrets to put.',
    )
    .requiredOption('--public-url <origin>', 'the edge’s own address, such as https://pay.example.com')
    .option('--config <file>', 'the configuration', 'wrangler.toml')
    .action(async ({ publicUrl, config }) => {
      const after = withPublicUrl(await readText(config), publicUrl)
      if (!after.ok) throw new CommandError('configuration-invalid', [after.reason])
      await writeText(config, after.value)
      answer({ text: `${config} has the address. ${NEXT}`, value: { config, PUBLIC_URL: publicUrl } })
    })
