import { type Provider, provideStack } from '../provided-stack.ts'

/** The stack of the merchants' stories: every way to pay is on. */
export const setup = (project: Provider) =>
  provideStack(project, {
    CHECKOUT_METHODS: '["hosted","payment-page","card","saved-card"]',
  })
