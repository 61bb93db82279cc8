import { chosenEngine } from '../browser.ts'
import { describeEngine } from '../engine-contract.ts'

describeEngine(chosenEngine())
