/** The script of the edge's payout frame. */
import { openFrame } from './fields/open-frame.ts'
import { PAYOUT_METHODS } from './fields/payout-methods.ts'

openFrame(window, PAYOUT_METHODS)
