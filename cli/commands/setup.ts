import { Command } from '@commander-js/extra-typings'
import { CommandError, type Terminal } from '../command.ts'
import { readText } from '../files.ts'
import { makeOfferKey } from '../keys.ts'
import { makeMerchantKey } from '../merchant-key.ts'
import {
  type Deployment,
  type FoundDeployment,
  readDeployment,
  writeDeployment,
} from '../setup/deployment.ts'
import {
  type DeploymentConfig,
  offerKeyIds,
  problemsOf,
  WORKER_NAME,
  withAnswers,
  withOfferKey,
} from '../setup/deployment-config.ts'
import { type DeploymentFiles, deploymentFiles, ENVIRONMENT, workerName } from '../setup/deployment-files.ts'
import { deploymentFolder } from '../setup/deployment-folder.ts'
import {
  completedSecrets,
  controlKeyProblem,
  type GatewaySecrets,
  privateKeyProblem,
  withMerchantKey,
} from '../setup/deployment-secrets.ts'
import { interview, interviewForKeys } from '../setup/interview.ts'
import type { SecretSetting } from '../setup/secret-settings.ts'
import { problemsIn, type SetupAnswers } from '../setup/setup-questions.ts'
import { putCommand, putSecrets } from '../setup/wrangler-secrets.ts'

const FILES = `
It writes, for one deployment:
  deployment.json    its settings; no secret, so git may track it
  .env.deployment    its secrets; only you can read it, and git ignores it
  offer-key.json     the private key that signs offers, likewise
  .merchant-key      the key of your own server, likewise
With --environment staging: deployment.staging.json and so on. No key that is there is ever replaced.`

/**
 * `pay-checkout setup`: writes settings and secrets of a deployment, and makes the keys that are missing. Repeating it is
 * harmless: what is not given again stays.
 *
 * @example
 * npx --no pay-checkout setup --environment staging --public-url https://pay-staging.example.com --test
 */
export const setupCommand = (terminal: Terminal) =>
  new Command('setup')
    .summary('write the settings and keys of a deployment')
    .description(
      'Writes the settings of a deployment and makes its keys. Flags answer its questions; at a terminal it asks for the others. Secrets go to files that only you can read and that git ignores.',
    )
    .option('--public-url <origin>', 'the edge’s own address, such as https://pay.example.com')
    .option('--gateway-url <address>', 'the gateway, up to /api, such as https://gate.example.com/paynet')
    .option('--login <login>', 'your merchant login at the gateway')
    .option('--endpoint <id...>', 'endpoint ids: 1001, or one for a currency: EUR=1001')
    .option('--group <id...>', 'ids of endpoint groups, likewise')
    .option('--scheme <operation=scheme...>', 'how to sign what the gateway’s specification leaves open')
    .option('--control-key-file <file>', 'file with the control key; default: GATEWAY_CONTROL_KEY')
    .option('--private-key-file <file>', 'file with the RSA private key as PEM, for v4 operations')
    .option('--origin <origin...>', 'origins of your shop’s pages')
    .option('--merchant-name <name>', 'the seller, as shoppers read it')
    .option('--method <method...>', 'ways to pay (default: hosted)')
    .option('--webhook <address>', 'your server, which outcomes are posted to')
    .option('--notify-email <address>', 'who gets a mail of important outcomes')
    .option('--desk <on|off>', 'the merchant’s desk at /desk, where people see and refund payments')
    .option('--jurisdiction <place>', 'where orders are stored: none, eu or fedramp; never changed later')
    .option('--test', 'the gateway moves no real money (default: decided by its address)')
    .option('--live', 'the gateway moves real money')
    .option('--environment <name>', 'a further deployment, such as staging')
    .option('--name <worker>', 'name of the Worker and its database (default: pay-checkout)')
    .option('--folder <folder>', 'where the files are; default: here, in a clone of pay-checkout')
    .option('--run', 'run “wrangler secret put” for every secret, instead of printing the commands')
    .addHelpText('after', FILES)
    .action(async (options) => {
      const { environment } = options
      const folder = await deploymentFolder(options.folder)
      if (environment !== undefined && !ENVIRONMENT.test(environment))
        throw new CommandError('usage', ['--environment: must be a short name of a-z, 0-9 and -'])
      const files = deploymentFiles(environment)
      const { name = workerName(environment) } = options
      if (!WORKER_NAME.test(name))
        throw new CommandError('usage', ['--name: must be a name of a-z, 0-9 and -'])
      const found = await readDeployment(folder, files, name)
      const planned = await plan(found, options, terminal)
      await writeDeployment(folder, files, { found, planned })
      const worker = planned.config.name
      if (options.run) await putSecrets(planned.secrets ?? {}, { worker, folder, tell: terminal.tell })
      terminal.answer(report({ files, environment, planned, isRun: options.run === true }))
    })

interface SetupOptions extends SetupAnswers {
  readonly name?: string
  readonly controlKeyFile?: string
  readonly privateKeyFile?: string
  readonly run?: true
  readonly test?: true
  readonly live?: true
}

/** A deployment as its files are to have it. */
interface Planned extends Deployment {
  /** Names of what it did not have before. */
  readonly added: readonly string[]
}

/** Puts together what the files are to have. Writes nothing. */
async function plan(found: FoundDeployment, options: SetupOptions, terminal: Terminal): Promise<Planned> {
  if (options.name !== undefined && options.name !== found.config.name)
    throw new CommandError('usage', [`--name: this deployment is the Worker ${found.config.name}`])
  if (options.test && options.live) throw new CommandError('usage', ['--test and --live exclude each other'])
  const { isNew } = found
  const flags = await keysGiven(options, terminal)
  refuseWrong([...problemsIn(options), ...keyProblems(flags)])
  const { ask } = terminal
  const answers = ask ? await interview(ask, found.config, { answers: options, isNew }) : options
  const config = withAnswers(found.config, answers, options.test ? true : options.live ? false : undefined)
  // Made afresh, the secrets would end the tokens and callback addresses of every order under way.
  const areElsewhere = !isNew && found.secrets === undefined
  if (areElsewhere) {
    if (options.run || flags.controlKey || flags.privateKey)
      throw new CommandError('secrets-missing', ['the file with the secrets is not here'])
    refuseWrong(problemsOf(config))
    return { config, added: [] }
  }
  const keys = ask ? await interviewForKeys(ask, found.secrets ?? {}, { given: flags, isNew }) : flags
  const hasControlKey = keys.controlKey ?? found.secrets?.GATEWAY_CONTROL_KEY
  refuseWrong([...problemsOf(config), ...keyProblems(keys), ...(hasControlKey ? [] : [CONTROL_KEY_MISSING])])
  return withKeys(found, config, keys)
}

const CONTROL_KEY_MISSING = '--control-key-file, or GATEWAY_CONTROL_KEY in the environment, is missing'

async function withKeys(
  { secrets: kept = {}, ...found }: FoundDeployment,
  config: DeploymentConfig,
  keys: GatewaySecrets,
): Promise<Planned> {
  const login = { now: String(config.vars.GATEWAY_LOGIN), before: loginOf(found.config) }
  const secrets = completedSecrets(kept, keys, login, config.vars.WEBHOOK_URL !== undefined)
  // A key that is allowed, and in no file here, was moved to where it is used.
  const offerKey =
    found.offerKey ?? (offerKeyIds(config).length === 0 ? await makeOfferKey('ES256') : undefined)
  const merchantKey =
    found.merchantKey ?? (secrets.MERCHANT_KEYS === undefined ? makeMerchantKey() : undefined)
  const added = [
    ...Object.keys(secrets).filter((name) => kept[name as SecretSetting] === undefined),
    ...(offerKey && !found.offerKey ? ['offer key'] : []),
    ...(merchantKey && !found.merchantKey ? ['merchant key'] : []),
  ]
  return {
    config: offerKey ? withOfferKey(config, offerKey) : config,
    secrets: merchantKey ? withMerchantKey(secrets, merchantKey) : secrets,
    ...(offerKey && { offerKey }),
    ...(merchantKey && { merchantKey }),
    added,
  }
}

const loginOf = ({ vars }: DeploymentConfig) =>
  vars.GATEWAY_LOGIN === undefined ? undefined : String(vars.GATEWAY_LOGIN)

function refuseWrong(problems: readonly string[]): void {
  if (problems.length > 0) throw new CommandError('configuration-invalid', problems)
}

async function keysGiven(
  { controlKeyFile, privateKeyFile }: SetupOptions,
  { env }: Terminal,
): Promise<GatewaySecrets> {
  const read = async (path: string | undefined) =>
    path === undefined ? undefined : (await readText(path)).trim()
  return {
    controlKey: (await read(controlKeyFile)) ?? (env.GATEWAY_CONTROL_KEY?.trim() || undefined),
    privateKey: await read(privateKeyFile),
  }
}

const keyProblems = ({ controlKey, privateKey }: GatewaySecrets): string[] =>
  [
    controlKey === undefined ? undefined : controlKeyProblem(controlKey),
    privateKey === undefined ? undefined : privateKeyProblem(privateKey),
  ].filter((problem) => problem !== undefined)

interface Report {
  readonly files: DeploymentFiles
  readonly environment: string | undefined
  readonly planned: Planned
  readonly isRun: boolean
}

/** Says what is where and what comes next. Holds no secret. */
function report({ files, environment, planned, isRun }: Report) {
  const { config, secrets, added } = planned
  const names = Object.keys(secrets ?? {}) as SecretSetting[]
  const commands = names.map((name) => putCommand(name, config.name).join(' '))
  const edge = String(config.vars.PUBLIC_URL)
  const deploy =
    environment === undefined ? 'npm run deploy' : `npm run deploy -- --environment ${environment}`
  const check = `npx --no pay-checkout check --edge ${edge} --merchant-key-file ${files.merchantKey}`
  const next = ['Next, in a clone of pay-checkout:', ...indented([deploy, check])]
  const value = { files, name: config.name, publicUrl: edge, added, secrets: names, put: isRun ? names : [] }
  const settings = `${files.config} has the settings. Git may track it.`
  if (!secrets)
    return {
      lines: [settings, `${files.secrets} is not here: no secret changed.`, '', ...next],
      value,
    }
  const lines = [
    settings,
    `${files.secrets} has the secrets. Only you can read it, and git ignores it; keep a copy in a safe place.`,
    ...(planned.offerKey ? [`${files.offerKey} signs your offers, likewise.`] : []),
    ...(planned.merchantKey ? [`${files.merchantKey} is the key of your own server, likewise.`] : []),
    added.length > 0 ? `New: ${added.join(', ')}.` : 'Every key stayed as it was.',
    '',
    ...(isRun ? ['The Worker has every secret.'] : [LATER, ...indented(commands)]),
    '',
    ...next,
  ]
  return { lines, value: { ...value, commands } }
}

const LATER =
  'The first deployment gives the Worker its secrets, and each later one those that it lacks. To change one:'

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`)
