/** Runs the desk's tests in a real browser, as those of the tag. */
import { fileURLToPath } from 'node:url'
import { defineProject } from 'vitest/config'
import { trustedTypesPolicy } from '../widget/build/trusted-types-policy.ts'
import widget from '../widget/vitest.config.ts'

export default defineProject({
  ...widget,
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [trustedTypesPolicy()],
  test: { ...widget.test, name: 'desk' },
})
