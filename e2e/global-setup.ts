import type { TestProject } from 'vitest/node'
import { provideStacks } from './support/provided-stack.ts'

/** The stacks of the shoppers' stories. Every way to pay is on; cards are for orders that a shop's server opens. */
export const setup = (project: TestProject) =>
  provideStacks(project, { CHECKOUT_METHODS: '["hosted","payment-page","card","saved-card"]' })
