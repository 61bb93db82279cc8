/** The command line as a merchant has it: packed, and installed into a project of theirs. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { installPackages, packPackage } from './pack.ts'

/**
 * Packs it and installs it, without a network.
 *
 * @param folder Gets the package's file, and the project as `shop`.
 * @param demo The folder of a built demo that the package brings along. Default: none.
 * @returns The path of the program.
 */
export async function installCommandLine(folder: string, demo?: string): Promise<string> {
  const shop = join(folder, 'shop')
  await mkdir(shop)
  const { archive } = await packPackage('cli', folder, demo)
  return join(await installPackages([archive], shop), '.bin/pay-checkout')
}
