/** A deployment on this machine: the merchant's files, and the configuration that wrangler gets. */
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { experimental_readRawConfig as readRawConfig } from 'wrangler'
import { type DeploymentConfig, parseDeployment } from '../../cli/setup/deployment-config.ts'
import { deploymentFiles } from '../../cli/setup/deployment-files.ts'
import { parseSecrets, type Secrets } from '../../cli/setup/secret-settings.ts'
import { ROOT } from '../root.ts'
import { textIfPresent } from '../text-if-present.ts'
import { type ComposedConfig, composedConfig } from './composed-config.ts'
import { INDEX_BINDING } from './steps.ts'

/** A deployment of one folder. */
export interface LocalDeployment {
  /** The file that wrangler gets. It is beside `wrangler.toml`, since paths in both count from their folder. */
  readonly configPath: string
  /** Writes that file. @throws {Error} If the merchant's file cannot be used; quotes no value. */
  readonly compose: () => Promise<ComposedConfig>
  readonly keepDatabaseId: (id: string) => Promise<void>
  /** Empty where their file is not on this machine. */
  readonly readSecrets: () => Promise<Secrets>
}

/**
 * Names a deployment.
 *
 * @param environment Absent: the main one, which also works without a file of the merchant's.
 * @param folder Where the merchant's files are. Default: this project's.
 */
export function localDeployment(environment?: string, folder: string = ROOT): LocalDeployment {
  const files = deploymentFiles(environment)
  const [ownPath, secretsPath] = [join(folder, files.config), join(folder, files.secrets)]
  const configPath = join(ROOT, `wrangler.${files.config}`)
  const readOwn = async (): Promise<Partial<DeploymentConfig>> => {
    const text = await textIfPresent(ownPath)
    if (text === undefined && environment === undefined) return {}
    if (text === undefined)
      throw new Error(`${files.config} is missing: npx --no pay-checkout setup --environment ${environment}`)
    return usable(files.config, parseDeployment(text))
  }
  const compose = async () => {
    const base = readRawConfig({ config: join(ROOT, 'wrangler.toml') }).rawConfig as Record<string, unknown>
    const config = usable(files.config, composedConfig(base, await readOwn()))
    await writeFile(configPath, `${JSON.stringify(config, null, 2)}\n`)
    return config
  }
  const keepDatabaseId = async (id: string) => {
    const { name, d1_databases: databases = [] } = await compose()
    const own = { name, vars: {}, ...(await readOwn()) }
    const d1_databases = databases.map((one) =>
      one.binding === INDEX_BINDING ? { ...one, database_id: id } : one,
    )
    await writeFile(ownPath, `${JSON.stringify({ ...own, d1_databases }, null, 2)}\n`)
  }
  const readSecrets = async () => {
    const text = await textIfPresent(secretsPath)
    return text === undefined ? {} : usable(files.secrets, parseSecrets(text))
  }
  return { configPath, compose, keepDatabaseId, readSecrets }
}

function usable<Value>(
  file: string,
  read: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string },
): Value {
  if (read.ok) return read.value
  throw new Error(`${file} ${read.reason}`)
}

/** Signals by which a person or a machine ends a deployment, with their numbers. */
const ENDS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const

/** Runs a step with secrets in a file that only this user can read, and removes it, also if a signal ends the program. */
export async function withSecretsFile<Outcome>(
  secrets: Secrets,
  step: (path: string) => Promise<Outcome>,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'pay-checkout-secrets-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const end = (signal: keyof typeof ENDS) => {
    remove()
    process.exit(128 + ENDS[signal])
  }
  const signals = Object.keys(ENDS) as (keyof typeof ENDS)[]
  for (const signal of signals) process.once(signal, end)
  try {
    const path = join(folder, 'secrets.json')
    // As JSON: of an environment file wrangler would expand every `$`.
    await writeFile(path, JSON.stringify(secrets), { mode: 0o600 })
    return await step(path)
  } finally {
    for (const signal of signals) process.off(signal, end)
    remove()
  }
}
