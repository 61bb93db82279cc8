import { Command } from '@commander-js/extra-typings'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { assistantServer } from '../assistant/server.ts'
import type { Terminal } from '../command.ts'
import { merchantClient } from '../edge-client.ts'
import packageFile from '../package.json' with { type: 'json' }
import { EDGE } from './edge-options.ts'

/**
 * An assistant cannot be trusted to repeat a deed by the very same name, so its requests go out again until they are certain.
 * Most programs give a tool a minute.
 */
const PATIENCE_MS = 20_000

/**
 * `pay-checkout mcp`: lets an assistant read orders, open requests to pay, and give money back within the limits of its key,
 * which the environment has as `PAY_MERCHANT_KEY`.
 *
 * @example
 * npx --no pay-checkout mcp --edge https://pay.example.com
 */
export const mcpCommand = (terminal: Terminal) =>
  new Command('mcp')
    .summary('let an assistant work with orders (Model Context Protocol)')
    .description(
      'Serves the Model Context Protocol on standard input and output, until the input ends: an assistant reads orders, opens requests to pay, and gives money back. The key comes from PAY_MERCHANT_KEY alone. Give it limits of its own: docs/assistants.md.',
    )
    .requiredOption(...EDGE)
    .action(async (options) => {
      const ended = terminal.interruption()
      const client = await merchantClient(options, terminal, { patienceMs: PATIENCE_MS, signal: ended })
      const handle = serveStdio(() => assistantServer(client, packageFile.version), {
        onerror: ({ message }) => terminal.tell(`pay-checkout: ${message}`),
      })
      ended.addEventListener('abort', () => void handle.close(), { once: true })
    })
