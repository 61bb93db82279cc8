import { type Provider, provideStack } from './provided-stack.ts'

/** The stack of the shoppers' stories. Every way to pay is on; cards are for orders that a shop's server opens. */
export const setup = (project: Provider) =>
  provideStack(project, { CHECKOUT_METHODS: '["hosted","payment-page","card","saved-card"]' })
