import { renameSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import process from 'node:process'
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification } from 'vitest/node'
import type { FileTime, Tally } from './outcome.ts'

type TestError = NonNullable<ReturnType<TestCase['result']>['errors']>[number]

/**
 * Counts the tests of a run and lists its failures, also those outside every test, as JSON in the file `PAY_TALLY`.
 *
 * It writes whenever a test file starts or ends, so that a run that is killed leaves its results so far.
 */
export default class TallyReporter implements Reporter {
  readonly #waiting = new Set<string>()
  /** By id, since Vitest replaces the object of a file once it has loaded it. */
  readonly #started = new Map<string, TestModule>()
  readonly #ended = new Map<string, TestModule>()

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { project, moduleId } of specifications)
      this.#waiting.add(relative(project.config.root, moduleId))
    this.#write()
  }

  onTestModuleQueued(module: TestModule): void {
    this.#start(module)
    this.#write()
  }

  /** Prints what a test measured. */
  onTestCaseAnnotate(_: TestCase, { message }: { readonly message: string }): void {
    console.log(message)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#end(module)
    this.#write()
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const module of modules)
      UNFINISHED.includes(module.state()) ? this.#start(module) : this.#end(module)
    this.#write(modules.flatMap(testsOf).flatMap(unfinishedTests), unhandled)
  }

  #start(module: TestModule) {
    this.#waiting.delete(module.relativeModuleId)
    this.#started.set(module.id, module)
  }

  #end(module: TestModule) {
    this.#start(module)
    this.#ended.set(module.id, module)
  }

  #write(pending: readonly string[] = [], unhandled: readonly SerializedError[] = []) {
    const started = [...this.#started.values()]
    const tally: Tally = {
      ...countsOf(started, pending, unhandled),
      times: [...this.#ended.values()].map(timeOf),
      running: started
        .filter(({ id }) => !this.#ended.has(id))
        .map(({ relativeModuleId }) => relativeModuleId),
      waiting: [...this.#waiting],
    }
    const file = process.env.PAY_TALLY ?? ''
    // Renaming is one step: a process killed in the middle of writing would leave half a file.
    writeFileSync(`${file}.next`, JSON.stringify(tally))
    renameSync(`${file}.next`, file)
  }
}

/** States of a file that has tests left. */
const UNFINISHED: readonly string[] = ['queued', 'pending'] satisfies ReturnType<TestModule['state']>[]

const testsOf = (module: TestModule) => [...module.children.allTests()]

function countsOf(
  modules: readonly TestModule[],
  pending: readonly string[],
  unhandled: readonly SerializedError[],
) {
  const tests = modules.flatMap(testsOf)
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  return {
    passed: count('passed'),
    skipped: count('skipped'),
    failures: [
      ...tests.flatMap(failureOfTest),
      ...pending,
      ...modules.flatMap(failuresAroundTests),
      ...unhandled.map((error) => failure('outside every test', error)),
    ],
  }
}

function timeOf(module: TestModule): FileTime {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return { file: module.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1000 }
}

function failureOfTest(test: TestCase): string[] {
  const { state, errors = [] } = test.result()
  return state === 'failed' ? [failure(nameOf(test), ...errors)] : []
}

/** Only at the end of a run: before, a pending test may still run. */
const unfinishedTests = (test: TestCase): string[] =>
  test.result().state === 'pending' ? [`${nameOf(test)}\nnever ended`] : []

const nameOf = ({ module, fullName }: TestCase) => `${module.relativeModuleId} > ${fullName}`

/** A file that could not be loaded, and hooks. */
const failuresAroundTests = (module: TestModule): string[] =>
  [module, ...module.children.allSuites()]
    .flatMap((task) => task.errors())
    .map((error) => failure(module.relativeModuleId, error))

const failure = (where: string, ...errors: readonly TestError[]) =>
  [where, ...errors.map(describeError)].join('\n')

function describeError({ message, stack, diff, cause }: TestError): string {
  const lines = [stack ?? message, diff]
  if (cause) lines.push(`Caused by: ${cause.message}`)
  return lines.filter(Boolean).join('\n')
}
