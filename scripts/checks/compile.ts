import { nodeTool, runStep } from '../run-step.ts'
import type { Check } from './run-checks.ts'

/** Types, and with them which folder may import which other: a missing reference is an error. */
export const compile: Check = {
  name: 'types hold, and folders import only what their references allow',
  async problems() {
    const { code, output } = await runStep(nodeTool('typescript/bin/tsc', '-b'))
    return code === 0 ? [] : [output]
  },
}
