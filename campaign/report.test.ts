import { expect, it } from 'vitest'
import { type CampaignResult, formatLog, joined } from './report.ts'

const part = (change: Partial<CampaignResult>): CampaignResult => ({
  ...{
    orders: [],
    crashes: {},
    webhooks: 0,
    requests: 0,
    tookMs: 0,
    eventLogs: new Map(),
    runtimeErrors: [],
  },
  faults: { rules: [], exchanges: {} },
  ...change,
})

it('the parts of a campaign add up', () => {
  const whole = joined([
    part({
      ...{
        crashes: { 'intent-stored': 2 },
        webhooks: 5,
        requests: 7,
        tookMs: 100,
        eventLogs: new Map([['a', '1']]),
      },
      faults: { rules: [{ fault: '500', fired: 3 }], exchanges: { request: { total: 10, disturbed: 4 } } },
    }),
    part({
      ...{ crashes: { 'intent-stored': 1, 'notice-stored': 1 }, webhooks: 1, requests: 1, tookMs: 50 },
      ...{ eventLogs: new Map([['b', '2']]), runtimeErrors: ['edge: internal error'] },
      faults: {
        rules: [{ fault: '500', fired: 1 }],
        exchanges: { request: { total: 5, disturbed: 1 }, callback: { total: 2, disturbed: 2 } },
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
    },
    crashes: { 'intent-stored': 3, 'notice-stored': 1 },
    webhooks: 6,
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
