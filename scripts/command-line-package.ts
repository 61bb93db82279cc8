/** The package of the command line: compiled, packed, and installed as a merchant would. */
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './root.ts'
import { nodeTool, runStep } from './run-step.ts'

/** Where `npm run build` leaves the package's file. */
const PACKAGES_DIR = join(ROOT, 'dist/packages')

/**
 * Compiles the command line and packs it.
 *
 * @param folder Gets the file; it is made where it is missing.
 * @returns Its path.
 * @throws {Error} If a step fails, with what the step printed.
 */
export async function packCommandLine(folder: string = PACKAGES_DIR): Promise<string> {
  await mkdir(folder, { recursive: true })
  const compile = nodeTool('vite/bin/vite.js', 'build', '-c', 'cli/vite.config.ts')
  await done(compile, { NODE_ENV: 'production' })
  await done(['npm', 'pack', '--silent', '--pack-destination', folder, './cli'])
  const name = (await readdir(folder)).find((file) => /^pay-checkout-.*\.tgz$/.test(file))
  if (!name) throw new Error(`npm pack left no package in ${folder}`)
  const path = join(folder, 'pay-checkout.tgz')
  await rename(join(folder, name), path)
  return path
}

/**
 * Installs a packed command line into a new project, without a network.
 *
 * @param folder An empty folder.
 * @returns The path of the program, below a `node_modules` that is not ours.
 */
export async function installCommandLine(tarball: string, folder: string): Promise<string> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'a-shop', private: true }))
  const flags = ['--offline', '--no-audit', '--no-fund', '--silent']
  await done(['npm', 'install', ...flags, '--prefix', folder, tarball])
  return join(folder, 'node_modules/.bin/pay-checkout')
}

async function done(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const { code, output } = await runStep(command, { env })
  if (code !== 0) throw new Error(output || `${command.join(' ')} ended with ${code}`)
}
