import { describeEngine } from './engine-contract.ts'

describeEngine('chromium')
