import { ORDER_TIMES, type Provider, provideStack } from '../provided-stack.ts'

/** As in production. Nobody here waits for it to pass, and a busy gateway does not miss it, so that each request is made once. */
const requestDeadline = 30_000

/** The stack of the merchants' stories: every way to pay is on. */
export const setup = (project: Provider) =>
  provideStack(project, {
    CHECKOUT_METHODS: '["hosted","payment-page","card","saved-card"]',
    ORDER_TIMES: JSON.stringify({ ...ORDER_TIMES, requestDeadline }),
  })
