import { bindingTypes } from './checks/binding-types.ts'
import { compile } from './checks/compile.ts'
import { deadCode } from './checks/dead-code.ts'
import { designValues } from './checks/design-values.ts'
import { documents } from './checks/documents.ts'
import { edgeBundle } from './checks/edge-bundle.ts'
import { examples } from './checks/examples.ts'
import { interfaceIsValid } from './checks/interface.ts'
import { keysFromData } from './checks/keys-from-data.ts'
import { languages } from './checks/languages.ts'
import { layout } from './checks/layout.ts'
import { lint } from './checks/lint.ts'
import { lockFile } from './checks/lock-file.ts'
import { moneyFunctions } from './checks/money-functions.ts'
import { mutableFields } from './checks/mutable-fields.ts'
import { mutualImports } from './checks/mutual-imports.ts'
import { objectNames } from './checks/object-names.ts'
import { packages } from './checks/packages.ts'
import { pins } from './checks/pins.ts'
import { reference } from './checks/reference.ts'
import { regularExpressions } from './checks/regular-expressions.ts'
import { type Check, runChecks } from './checks/run-checks.ts'
import { stateDiagrams } from './checks/state-diagrams.ts'
import { storedRows } from './checks/stored-rows.ts'
import { threats } from './checks/threats.ts'
import { trackedFiles } from './checks/tracked-files.ts'
import { versions } from './checks/versions.ts'
import { widgetBundle } from './checks/widget-bundle.ts'
import { workflows } from './checks/workflows.ts'

/** Everything that `npm run check` checks. */
export const CHECKS: readonly Check[] = [
  compile,
  bindingTypes,
  lint,
  mutualImports,
  deadCode,
  layout,
  designValues,
  languages,
  lockFile,
  pins,
  objectNames,
  mutableFields,
  keysFromData,
  moneyFunctions,
  trackedFiles,
  documents,
  threats,
  reference,
  regularExpressions,
  stateDiagrams,
  storedRows,
  edgeBundle,
  widgetBundle,
  packages,
  versions,
  workflows,
  examples,
  interfaceIsValid,
]

/** `npm run check`: compile, lint, format and the rules that no other tool knows. */
export async function main(): Promise<number> {
  const { failed } = await runChecks(CHECKS)
  return failed === 0 ? 0 : 1
}
