/** The folder that a deployment is set up in. */
import { join } from 'node:path'
import { CommandError } from '../command.ts'
import { readTextIfThere } from '../files.ts'

/** The configuration that `npm run deploy` lays a deployment over; of a clone it names the edge's entry. */
const CONFIG = 'wrangler.toml'
const ENTRY = 'worker/index.ts'

/**
 * The folder for the files of a deployment: the one that was named, or the clone where the command runs. In a shop's own
 * project the keys would lie where no deploy finds them.
 *
 * @param here Where the command runs.
 * @throws {CommandError} `not-a-clone`; then nothing is written.
 */
export async function deploymentFolder(named: string | undefined, here = '.'): Promise<string> {
  if (named !== undefined) return named
  const config = await readTextIfThere(join(here, CONFIG))
  if (!config?.includes(ENTRY))
    throw new CommandError('not-a-clone', ['this folder is no clone of pay-checkout'])
  return here
}
