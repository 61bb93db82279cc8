/** `npm run deploy`: builds, and deploys with the merchant's own configuration over that of the project. */
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ENVIRONMENT } from '../cli/setup/deployment-files.ts'
import { buildWidget } from './build.ts'
import { localDeployment, withSecretsFile } from './deploy/deployment.ts'
import { type Done, deploy } from './deploy/steps.ts'
import { keepReleases } from './release-files.ts'
import { ROOT } from './root.ts'
import { nodeTool, runStep } from './run-step.ts'

const USAGE = `Usage: npm run deploy [-- options]

  --environment staging   deploys deployment.staging.json, as "npx --no pay-checkout setup" wrote it
  --dry-run               builds, and shows what wrangler would upload; needs no account`

/**
 * Builds, and deploys with the wrangler of this project.
 *
 * @returns 0; 1 after one line that says what failed.
 */
export async function main(args: string[]): Promise<number> {
  const options = optionsIn(args)
  if (options === undefined) return refuse(USAGE)
  const { compose, configPath, keepDatabaseId, readSecrets } = localDeployment(options.environment)
  try {
    // First: a file that cannot be used should not cost a build.
    await compose()
    const secrets = await readSecrets()
    const failure = await buildWidget()
    if (failure) return refuse(failure)
    const wrangler = (...command: string[]): Promise<Done> =>
      runStep(nodeTool('wrangler/bin/wrangler.js', ...command, '-c', configPath))
    const say = (line: string) => console.log(line)
    if (options.isDryRun) return await dryRun(wrangler, say)
    const code = await deploy({
      ...{ wrangler, secrets, withSecretsFile, say, keepReleases, config: compose },
      keepDatabaseId: async (id) => {
        await keepDatabaseId(id)
        say('The deployment’s file now has the id of its database; keep that line.')
      },
    })
    if (code === 0) say(`For wrangler itself: npx wrangler tail -c ${relative(ROOT, configPath)}`)
    return code
  } catch (error) {
    return refuse((error as Error).message)
  }
}

async function dryRun(wrangler: (...args: string[]) => Promise<Done>, say: (line: string) => void) {
  const { code, output } = await wrangler('deploy', '--dry-run')
  say(output)
  return code
}

function optionsIn(args: string[]): { environment?: string; isDryRun: boolean } | undefined {
  try {
    const options = { environment: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
    const { environment, 'dry-run': isDryRun = false } = parseArgs({ args, options }).values
    if (environment === undefined) return { isDryRun }
    return ENVIRONMENT.test(environment) ? { environment, isDryRun } : undefined
  } catch {
    return undefined
  }
}

function refuse(why: string): number {
  console.error(why)
  return 1
}
