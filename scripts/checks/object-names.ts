import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** The one file that may look objects up, since it knows their jurisdiction. */
const PLACE = 'worker/config/jurisdiction.ts'

/** Every method of a namespace that finds or makes an object. */
const LOOKS_UP = /\.(?:getByName|idFromName|idFromString|newUniqueId)\(/

/** An object that is found in another way would be one in another jurisdiction, and an empty one. */
export const objectNames: Check = {
  name: 'every Durable Object of the edge is found in the jurisdiction of the settings',
  problems: async () => strayLookUps(await repositoryFiles()),
}

/** @returns The lines of the deployed Worker that find objects by themselves. */
export function strayLookUps(files: readonly RepositoryFile[]): string[] {
  const deployed = files.filter(
    ({ path }) => path.startsWith('worker/') && path.endsWith('.ts') && !isOfTests(path) && path !== PLACE,
  )
  return deployed.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        LOOKS_UP.test(line) ? [`${path}:${index + 1} finds an object by itself`] : [],
      ),
  )
}

const isOfTests = (path: string) => /\.test\.ts$|\/testing\//.test(path)
