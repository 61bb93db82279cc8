import { writeFileSync } from 'node:fs'
import process from 'node:process'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import type { Tally } from './tally.ts'

type TestError = NonNullable<ReturnType<TestCase['result']>['errors']>[number]

/** Counts a run of vitest and keeps what failed in it, also outside every test; as JSON in the file of `PAY_TALLY`. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    writeFileSync(process.env.PAY_TALLY ?? '', JSON.stringify(tallyOf(modules, unhandled)))
  }
}

function tallyOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Tally {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  return {
    passed: count('passed'),
    skipped: count('skipped'),
    failures: [
      ...tests.flatMap(failureOfTest),
      ...modules.flatMap(failuresAroundTests),
      ...unhandled.map((error) => failure('outside every test', error)),
    ],
  }
}

function failureOfTest(test: TestCase): string[] {
  const { state, errors = [] } = test.result()
  const where = `${test.module.relativeModuleId} > ${test.fullName}`
  if (state === 'pending') return [`${where}\nnever ended`]
  return state === 'failed' ? [failure(where, ...errors)] : []
}

/** A file that could not be loaded, and hooks. */
const failuresAroundTests = (module: TestModule): string[] =>
  [module, ...module.children.allSuites()]
    .flatMap((task) => task.errors())
    .map((error) => failure(module.relativeModuleId, error))

const failure = (where: string, ...errors: readonly TestError[]) => [where, ...errors.map(words)].join('\n')

function words({ message, stack, diff, cause }: TestError): string {
  const said = [stack ?? message, diff]
  if (cause) said.push(`Caused by: ${cause.message}`)
  return said.filter(Boolean).join('\n')
}
