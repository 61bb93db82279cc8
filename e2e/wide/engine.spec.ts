import { describeEngine } from '../engines/engine-contract.ts'
import { chosenEngine } from '../engines/launch.ts'

describeEngine(chosenEngine())
