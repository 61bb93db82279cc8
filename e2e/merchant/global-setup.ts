import type { TestProject } from 'vitest/node'
import { provideStacks } from '../support/provided-stack.ts'

/** The stacks of the merchants' stories: every way to pay is on. */
export const setup = (project: TestProject) =>
  provideStacks(project, { CHECKOUT_METHODS: '["hosted","payment-page","card","saved-card"]' })
