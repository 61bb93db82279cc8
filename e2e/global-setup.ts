import type { TestProject } from 'vitest/node'
import { provideStacks } from './support/stack/provided-stack.ts'

/** The stacks of all stories. Every payment method is on; cards are for orders that a shop's server opens. */
export const setup = (project: TestProject) =>
  provideStacks(project, { CHECKOUT_METHODS: '["hosted","payment-page","card","saved-card"]' })
