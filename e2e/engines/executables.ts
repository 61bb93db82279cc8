import { ENGINES, type EngineName, programPath, whatIsMissing } from '../../scripts/suites/engines.ts'

/** This machine lacks an engine. */
class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
}

/** Says what to install for an engine; `undefined` if it is complete. */
export function whyMissing(engine: EngineName): string | undefined {
  const missing = whatIsMissing(ENGINES[engine])
  return missing ? `no ${missing} here: ${ENGINES[engine].hint}` : undefined
}

/**
 * Path of a program of an engine.
 *
 * @throws {EngineMissing} If it is not installed.
 */
export function executable(engine: EngineName, program: string): string {
  const path = programPath(engine, program)
  if (!path) throw new EngineMissing(`${engine}: ${whyMissing(engine)}`)
  return path
}

/**
 * Makes sure that an engine can start.
 *
 * @throws {EngineMissing} If a program of it is not installed.
 */
export function assertInstalled(engine: EngineName): void {
  for (const program of Object.keys(ENGINES[engine].programs)) executable(engine, program)
}
