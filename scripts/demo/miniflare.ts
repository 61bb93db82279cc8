/** The runtime of the demo: Miniflare, which brings workerd. Too large to be in the package, so npm fetches it once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

type Miniflare = typeof import('miniflare')

interface Surroundings {
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
}

/** Measured on Linux (x64) with an empty cache of npm. */
const SIZE = 'about 61 MB to download, 180 MB on the disk'

/**
 * Loads Miniflare: where the project has it, from there; else from a folder of this user's, where npm installs the very
 * versions of the lock file that the package brings, once.
 *
 * @param here The folder of the packed demo; its `runtime/` has the manifest and the lock.
 * @throws {Error} If it cannot be fetched, in a sentence for a person.
 */
export async function loadMiniflare(here: string, surroundings: Surroundings): Promise<Miniflare> {
  const manifest = join(here, 'runtime/package.json')
  const { dependencies } = JSON.parse(await readFile(manifest, 'utf8'))
  const version: string = dependencies.miniflare
  const beside = await versionBeside(here)
  if (beside === version) return createRequire(join(here, 'demo.js'))('miniflare')
  const folder = join(cacheFolder(), `miniflare-${version}`)
  if (!(await exists(folder))) await install(join(here, 'runtime'), folder, surroundings)
  return createRequire(join(folder, 'package.json'))('miniflare')
}

async function versionBeside(here: string): Promise<string | undefined> {
  try {
    const path = createRequire(join(here, 'demo.js')).resolve('miniflare/package.json')
    return JSON.parse(await readFile(path, 'utf8')).version
  } catch {
    return undefined
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Where programs of this user keep what they can fetch again. */
function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  return join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), '.cache'), 'pay-checkout')
}

/** Installs beside the folder and moves it there at the end, so that one that was interrupted is not taken for whole. */
async function install(from: string, folder: string, { tell, signal }: Surroundings): Promise<void> {
  tell(`Fetching the runtime of the edge, once: ${SIZE}, into ${folder} …`)
  const scratch = `${folder}.${process.pid}`
  await mkdir(scratch, { recursive: true })
  try {
    for (const file of ['package.json', 'package-lock.json']) await cp(join(from, file), join(scratch, file))
    await npm(scratch, signal)
    await rename(scratch, folder).catch(async (error) => {
      // Another demo was faster.
      if (!(await exists(folder))) throw error
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Scripts of packages are not run: the lock names the platform's own package, which needs none. */
const FLAGS = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

async function npm(cwd: string, signal: AbortSignal): Promise<void> {
  const path = process.env.npm_execpath ?? ''
  const [program = '', ...args] = path.endsWith('npm-cli.js') ? [process.execPath, path] : ['npm']
  const isWindows = process.platform === 'win32'
  const child = spawn(program, [...args, ...FLAGS], {
    cwd,
    signal,
    shell: isWindows,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit').catch((error: Error) => [error.message])
  if (signal.aborted) throw new Error('it was interrupted before the runtime was here')
  if (code !== 0)
    throw new Error(
      `npm could not fetch the runtime (${code}); it needs a network, or a registry that npm is set to`,
    )
}
