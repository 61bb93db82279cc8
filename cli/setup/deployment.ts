/** Reads and writes the files of a deployment. */
import { join } from 'node:path'
import { CommandError } from '../command.ts'
import { readTextIfThere, replacePrivately, writePrivately, writeText } from '../files.ts'
import { type OfferKey, parseOfferKey } from '../keys.ts'
import { type DeploymentConfig, newDeployment, parseDeployment } from './deployment-config.ts'
import type { DeploymentFiles } from './deployment-files.ts'
import { parseSecrets, type Secrets, secretsText } from './secret-settings.ts'
import { keepUntracked } from './untracked.ts'

/** A deployment as its files have it. */
export interface Deployment {
  readonly config: DeploymentConfig
  /** Absent without their file. */
  readonly secrets?: Secrets
  /** Absent in a file that is not there: the key may be kept elsewhere. */
  readonly offerKey?: OfferKey
  readonly merchantKey?: string
}

/** A deployment as it was found. */
export interface FoundDeployment extends Deployment {
  /** No file has its settings. */
  readonly isNew: boolean
}

/**
 * Reads a deployment.
 *
 * @param name Of the Worker, where there are no settings yet.
 * @throws {CommandError} `file-malformed`, without a part of any value.
 */
export async function readDeployment(
  folder: string,
  files: DeploymentFiles,
  name: string,
): Promise<FoundDeployment> {
  const read = (file: keyof DeploymentFiles) => readTextIfThere(join(folder, files[file]))
  const [config, secrets, offerKey, merchantKey] = await Promise.all([
    read('config'),
    read('secrets'),
    read('offerKey'),
    read('merchantKey'),
  ])
  const malformed = (file: keyof DeploymentFiles, reason: string): never => {
    throw new CommandError('file-malformed', [`${files[file]}: ${reason}`])
  }
  const parsed = config === undefined ? undefined : parseDeployment(config)
  const values = secrets === undefined ? undefined : parseSecrets(secrets)
  return {
    isNew: parsed === undefined,
    config:
      parsed === undefined
        ? newDeployment(name)
        : parsed.ok
          ? parsed.value
          : malformed('config', parsed.reason),
    ...(values && { secrets: values.ok ? values.value : malformed('secrets', values.reason) }),
    ...(offerKey !== undefined && { offerKey: keyIn(offerKey, (why) => malformed('offerKey', why)) }),
    ...(merchantKey !== undefined && { merchantKey: merchantKey.trim() }),
  }
}

function keyIn(text: string, malformed: (reason: string) => never): OfferKey {
  try {
    return parseOfferKey(text)
  } catch (error) {
    return malformed((error as Error).message)
  }
}

/**
 * Writes a deployment. Keys come before the settings that need them, so that no setting names a key that was lost.
 *
 * @param found The files as `readDeployment` found them. A key that has a file is not written again.
 * @throws {CommandError} `secret-tracked` if git has or would take a file with secrets; then nothing is written.
 */
export async function writeDeployment(
  folder: string,
  files: DeploymentFiles,
  { found, planned }: { readonly found: Deployment; readonly planned: Deployment },
): Promise<void> {
  const at = (file: keyof DeploymentFiles) => join(folder, files[file])
  await keepUntracked(folder, [files.secrets, files.offerKey, files.merchantKey])
  if (planned.offerKey && !found.offerKey) await writePrivately(at('offerKey'), json(planned.offerKey))
  if (planned.merchantKey && !found.merchantKey)
    await writePrivately(at('merchantKey'), `${planned.merchantKey}\n`)
  // Also where nothing changed: another program may have let others read it.
  if (planned.secrets) await replacePrivately(at('secrets'), secretsText(planned.secrets))
  await writeText(at('config'), json(planned.config))
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
