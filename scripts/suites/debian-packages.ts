import { existsSync } from 'node:fs'
import process from 'node:process'
import { runStep } from '../run-step.ts'

/**
 * Installs packages where that is safe without asking: on Debian and its relatives, as root. Prints the command first.
 *
 * @returns Whether the packages are installed now.
 */
export async function debianInstall(packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(
    `Running \`apt-get update && apt-get install -y ${packages.join(' ')}\`, since it is missing here.`,
  )
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runStep(['apt-get', 'update', '-q'], { env, shown: true })
  if (update.code !== 0) return false
  const install = ['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages]
  return (await runStep(install, { env, shown: true })).code === 0
}
