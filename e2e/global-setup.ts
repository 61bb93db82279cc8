import { type Provider, provideStack } from './provided-stack.ts'

/** The stack of the shoppers' stories. Cards are for orders that a shop's server opens. */
export const setup = (project: Provider) => provideStack(project, { CHECKOUT_METHODS: '["hosted","card"]' })
