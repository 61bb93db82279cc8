import { nodeTool, runStep } from '../run-step.ts'
import type { Check } from './run-checks.ts'

/** Lint, format, and which folder may import which other. */
export const lint: Check = {
  name: 'lint and format are clean, and layers import downwards',
  async problems() {
    const { code, output } = await runStep(
      nodeTool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off'),
    )
    return code === 0 ? [] : [output]
  },
}
