// What a fresh clone lacks. Plain JavaScript: it runs on the Node of the machine, before the project has its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** npm writes it once everything is in its place. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json')

const OWN_NODE = join(ROOT, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The oldest Node that the newest npm runs on; the project's own fetches nothing. */
const OLDEST_NODE = 20

const RUN = join(ROOT, 'scripts/run.js')

/** Measured on Linux (x64) with an empty cache of npm. */
const SIZE = 'about 330 MB to download, 830 MB on the disk'

/**
 * Fetches the dependencies of a fresh clone. Does nothing where they are.
 *
 * @param {string} name The script that needs them.
 * @returns {Promise<string>} What a person has to do first; empty if nothing.
 */
export async function missing(name) {
  if (existsSync(INSTALLED)) return ''
  const major = Number.parseInt(process.versions.node, 10)
  if (major < OLDEST_NODE)
    return `This needs Node ${OLDEST_NODE} or newer, and this is ${process.versions.node}. Install one from https://nodejs.org, then type: npm run ${name}`
  const npm = process.env.npm_execpath ?? ''
  if (basename(npm) !== 'npm-cli.js') return `This runs by npm. Type: npm run ${name}`
  console.log(`Fetching the dependencies, once: ${SIZE}, with a Node of the project’s own …`)
  const code = await ended(
    spawn(process.execPath, [npm, 'ci', '--no-audit', '--no-fund'], { cwd: ROOT, stdio: 'inherit' }),
  )
  return code === 0 ? '' : 'The dependencies are not all here: npm says why above. Then type: npm ci'
}

/** Runs a script of the project on its own Node. @returns {Promise<number>} Its exit code. */
export function onOwnNode(args) {
  // `starter-watch.ts` ends the script once this process, or the one that started it, is gone.
  const env = { ...process.env, PAY_STARTER: String(process.ppid) }
  return ended(spawn(OWN_NODE, [RUN, ...args], { cwd: ROOT, env, stdio: 'inherit' }))
}

/** Hands every signal on, so that the child decides how both end. */
async function ended(child) {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit').catch((error) => [console.error(error.message) ?? 1])
  return code ?? 1
}
