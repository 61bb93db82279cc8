import { type Provider, provideStack } from './provided-stack.ts'

/** The stack of the shoppers' stories. */
export const setup = (project: Provider) => provideStack(project)
