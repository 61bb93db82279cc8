/** The script of the edge's payout frame. */
import { openFrame } from './fields/open-frame.ts'
import { PAYOUT_ASKING } from './fields/payout-methods.ts'

openFrame(window, PAYOUT_ASKING)
