import { expect, it } from 'vitest'
import { type CampaignResult, formatLog, joined } from './report.ts'

const part = (change: Partial<CampaignResult>): CampaignResult => ({
  ...{
    orders: [],
    crashes: {},
    webhooks: 0,
    repeats: { withoutCrash: 0, afterCrash: 0 },
    requests: 0,
    tookMs: 0,
    eventLogs: new Map(),
    runtimeErrors: [],
  },
  faults: { rules: [], exchanges: {}, ownership: { total: 0, disturbed: 0 } },
  ...change,
})

it('the parts of a campaign add up', () => {
  const whole = joined([
    part({
      ...{
        crashes: { 'intent-stored': 2 },
        webhooks: 5,
        repeats: { withoutCrash: 1, afterCrash: 2 },
        requests: 7,
        tookMs: 100,
        eventLogs: new Map([['a', '1']]),
      },
      faults: {
        rules: [{ fault: '500', fired: 3 }],
        exchanges: { request: { total: 10, disturbed: 4 } },
        ownership: { total: 10, disturbed: 3 },
      },
    }),
    part({
      ...{ crashes: { 'intent-stored': 1, 'notice-stored': 1 }, webhooks: 1, requests: 1, tookMs: 50 },
      repeats: { withoutCrash: 0, afterCrash: 1 },
      ...{ eventLogs: new Map([['b', '2']]), runtimeErrors: ['edge: internal error'] },
      faults: {
        rules: [{ fault: '500', fired: 1 }],
        exchanges: { request: { total: 5, disturbed: 1 }, callback: { total: 2, disturbed: 2 } },
        ownership: { total: 5, disturbed: 1 },
      },
    }),
  ])

  expect(whole).toEqual({
    orders: [],
    faults: {
      rules: [
        { fault: '500', fired: 3 },
        { fault: '500', fired: 1 },
      ],
      exchanges: { request: { total: 15, disturbed: 5 }, callback: { total: 2, disturbed: 2 } },
      ownership: { total: 15, disturbed: 4 },
    },
    crashes: { 'intent-stored': 3, 'notice-stored': 1 },
    webhooks: 6,
    repeats: { withoutCrash: 1, afterCrash: 3 },
    requests: 8,
    tookMs: 150,
    eventLogs: new Map([
      ['a', '1'],
      ['b', '2'],
    ]),
    runtimeErrors: ['edge: internal error'],
  })
})

it('an order whose log cannot be read shows what the edge said instead', () => {
  expect(formatLog('Error: internal error; reference = 1\n')).toBe('    Error: internal error; reference = 1')
})
