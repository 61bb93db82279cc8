import { nodeTool, runStep } from '../run-step.ts'
import type { Check } from './run-checks.ts'

/** No file, export or dependency without a use; which files are used from outside, `knip.json` says. */
export const deadCode: Check = {
  name: 'every file, export and dependency has a use',
  async problems() {
    const { code, output } = await runStep(
      nodeTool('knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'),
    )
    return code === 0 ? [] : [output]
  },
}
