/** Runs the loader's tests in a real browser, as those of the tag. */
import { defineProject } from 'vitest/config'
import { trustedTypesPolicy } from '../../widget/build/trusted-types-policy.ts'
import widget from '../../widget/vitest.config.ts'
import { fakeEdges } from './testing/fake-edges.mts'

export default defineProject({
  ...widget,
  root: import.meta.dirname,
  plugins: [trustedTypesPolicy(), fakeEdges()],
  test: { ...widget.test, setupFiles: [], name: 'packages/tag' },
})
