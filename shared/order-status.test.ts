import { describe, expect, it } from 'vitest'
import {
  isAtBank,
  isAtForm,
  isDecided,
  isFailed,
  isFinal,
  isInDoubt,
  isMoving,
  isOutcome,
  isPayable,
  isPending,
  isSettled,
  isUncertain,
  isUnderWay,
  type Status,
} from './order-status.ts'

const RULES = {
  isAtForm,
  isAtBank,
  isInDoubt,
  isPending,
  isUnderWay,
  isUncertain,
  isMoving,
  isFailed,
  isSettled,
  isDecided,
  isPayable,
  isFinal,
  isOutcome,
}

type Rule = keyof typeof RULES

const AT_BANK: readonly Rule[] = ['isAtBank', 'isPending', 'isUnderWay', 'isUncertain', 'isMoving']
const FAILED: readonly Rule[] = ['isFailed', 'isDecided', 'isPayable', 'isOutcome']
const SETTLED: readonly Rule[] = ['isSettled', 'isDecided', 'isFinal', 'isOutcome']
const AT_FORM: readonly Rule[] = ['isAtForm', 'isMoving', 'isPayable']

/** What is true of every status. One that is forgotten here does not compile. */
const TABLE: Readonly<Record<Status, readonly Rule[]>> = {
  open: ['isPayable'],
  waiting: ['isPayable'],
  sending: ['isUnderWay', 'isUncertain', 'isMoving'],
  redirect: AT_FORM,
  lost: AT_FORM,
  superseded: AT_FORM,
  method: AT_BANK,
  challenge: AT_BANK,
  processing: ['isPending', 'isUnderWay', 'isUncertain', 'isMoving'],
  unknown: ['isInDoubt', 'isUncertain', 'isMoving', 'isOutcome'],
  declined: FAILED,
  filtered: FAILED,
  error: FAILED,
  approved: SETTLED,
  captured: SETTLED,
  voided: SETTLED,
  returned: SETTLED,
  'partially-returned': SETTLED,
  'charged-back': SETTLED,
  cancelled: ['isFinal', 'isOutcome'],
  expired: ['isFinal', 'isOutcome'],
}

const rows = Object.entries(TABLE) as [Status, readonly Rule[]][]

describe('a status', () => {
  it.each(rows)('%s is what the table says, and nothing else', (status, rules) => {
    const holds = Object.entries(RULES).flatMap(([name, rule]) => (rule(status) ? name : []))

    expect(holds).toEqual(Object.keys(RULES).filter((name) => rules.includes(name as Rule)))
  })

  it.each(rows)('%s never lets an order be paid again while money may have moved', (status) => {
    expect(isPayable(status) && (isUncertain(status) || isSettled(status))).toBe(false)
  })

  it.each(rows)('%s is at rest, or moves by itself', (status) => {
    const isAtRest = isFinal(status) || isPayable(status)

    expect(isAtRest || isMoving(status)).toBe(true)
  })
})
