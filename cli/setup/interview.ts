/** Asks a person for what flags and files leave open. */
import type { Terminal, TerminalQuestion } from '../command.ts'
import { readText } from '../files.ts'
import { type DeploymentConfig, isAnswered, withAnswers } from './deployment-config.ts'
import { controlKeyProblem, type GatewaySecrets } from './deployment-secrets.ts'
import type { Secrets } from './secret-settings.ts'
import { isList, QUESTIONS, type SetupAnswers, type SetupQuestion } from './setup-questions.ts'

type Ask = NonNullable<Terminal['ask']>

/** Questions that may stay open; an endpoint may, since there may be a group. */
const OPTIONAL: readonly (keyof SetupAnswers)[] = [
  'endpoint',
  'origin',
  'merchantName',
  'notifyEmail',
  'desk',
]

/**
 * Asks every question that neither a flag nor the configuration answers.
 *
 * @param config The configuration before the answers.
 * @param isNew Whether this is the first run: only then does it ask what may stay open.
 */
export async function interview(
  ask: Ask,
  config: DeploymentConfig,
  { answers, isNew }: { readonly answers: SetupAnswers; readonly isNew: boolean },
): Promise<SetupAnswers> {
  let all = answers
  for (const question of QUESTIONS) {
    const { name, text } = question
    const isOpen = text !== undefined && !isAnswered(withAnswers(config, all), name)
    if (!isOpen || (!isNew && OPTIONAL.includes(name) && name !== 'endpoint')) continue
    const answer = (await ask(terminalQuestion(question, text))).trim()
    if (answer !== '') all = { ...all, [name]: isList(name) ? answer.split(/\s+/) : answer }
  }
  return all
}

const terminalQuestion = (
  { name, must, isRight, example }: SetupQuestion,
  text: string,
): TerminalQuestion => ({
  text,
  ...(example !== undefined && { example }),
  problem: (answer) => {
    const trimmed = answer.trim()
    if (trimmed === '' && OPTIONAL.includes(name)) return undefined
    const parts = isList(name) ? trimmed.split(/\s+/) : [trimmed]
    return parts.every(isRight) ? undefined : must
  },
})

/** Asks for the keys of the gateway that neither a file nor an earlier run has. */
export async function interviewForKeys(
  ask: Ask,
  kept: Secrets,
  { given, isNew }: { readonly given: GatewaySecrets; readonly isNew: boolean },
): Promise<GatewaySecrets> {
  const controlKey = given.controlKey ?? kept.GATEWAY_CONTROL_KEY ?? (await ask(CONTROL_KEY)).trim()
  if (given.privateKey !== undefined || !isNew) return { ...given, controlKey }
  const file = (await ask(PRIVATE_KEY_FILE)).trim()
  return file === '' ? { controlKey } : { controlKey, privateKey: (await readText(file)).trim() }
}

const CONTROL_KEY: TerminalQuestion = {
  text: 'The control key that the gateway gave you',
  isSecret: true,
  problem: (answer) => controlKeyProblem(answer.trim()),
}

const PRIVATE_KEY_FILE: TerminalQuestion = {
  text: 'File with your RSA private key as PEM, for the gateway’s v4 operations (empty: none)',
  problem: () => undefined,
}
