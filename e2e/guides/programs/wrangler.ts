/** wrangler as far as it goes without an account: the command exists and takes these flags. Sends nothing. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'

const tool = join(process.env.PAY_CLONE ?? '', 'node_modules/wrangler/bin/wrangler.js')
const words = process.argv.slice(2)
const flags = words.filter((word) => word.startsWith('--')).map((word) => word.split('=', 1)[0] ?? '')
const { stdout, status } = spawnSync(
  process.execPath,
  [tool, ...words.filter((word) => !word.startsWith('-')), '--help'],
  {
    encoding: 'utf8',
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  },
)
const usage = stdout.split('\n').find((line) => line.startsWith('wrangler ')) ?? ''
const command = usage.split(/ [[<]|$/, 1)[0] ?? ''
const isCommand = status === 0 && command.startsWith('wrangler ')
const isThere = isCommand && words.join(' ').startsWith(command.slice('wrangler '.length))
const unknown = flags.filter((flag) => !stdout.includes(flag))
if (!isThere) console.error(`wrangler has no command “${words.join(' ')}”`)
else if (unknown.length > 0) console.error(`${command} takes no ${unknown.join(', ')}`)
process.exitCode = isThere && unknown.length === 0 ? 0 : 64
