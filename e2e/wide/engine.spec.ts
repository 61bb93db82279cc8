import { chosenEngine } from '../browser.ts'
import { describeEngine } from '../engines/engine-contract.ts'

describeEngine(chosenEngine())
