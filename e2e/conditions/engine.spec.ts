import { describeEngine } from '../engines/engine-contract.ts'

describeEngine('chromium')
