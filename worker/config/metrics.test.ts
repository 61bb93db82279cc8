import { afterEach, describe, expect, it, vi } from 'vitest'
import { measuring } from './metrics.ts'

afterEach(() => vi.restoreAllMocks())

function dataset() {
  const points: AnalyticsEngineDataPoint[] = []
  return {
    points,
    METRICS: { writeDataPoint: (point?: AnalyticsEngineDataPoint) => void points.push(point ?? {}) },
  }
}

const linesOf = (act: () => void) => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  act()
  return lines.mock.calls.map(([line]) => JSON.parse(String(line)))
}

describe('a figure', () => {
  it('is a point of the dataset: its name, its labels in their order, its value', () => {
    const { points, METRICS } = dataset()

    measuring({ METRICS })('gateway-call', { outcome: '200', operation: 'sale' }, 312)

    expect(points).toEqual([
      { indexes: ['gateway-call'], blobs: ['gateway-call', 'sale', '200'], doubles: [312] },
    ])
  })

  it('counts one where it has no value, and cuts a label that somebody else chose', () => {
    const { points, METRICS } = dataset()

    measuring({ METRICS })('outcome', {
      ...{ intent: 'sale', method: 'card' },
      status: 'declined',
      reason: '7'.repeat(90),
    })

    expect(points).toEqual([
      { indexes: ['outcome'], blobs: ['outcome', 'sale', 'card', 'declined', '7'.repeat(64)], doubles: [1] },
    ])
  })

  it('is a line of the log without a dataset, unless another line gives it', () => {
    const lines = linesOf(() => {
      measuring({})('budget-hit', { budget: 'order', answer: 'wait' })
      measuring({})('gateway-call', { operation: 'sale', outcome: '200' }, 312)
    })

    expect(lines).toEqual([
      { event: 'metric', name: 'budget-hit', value: 1, budget: 'order', answer: 'wait' },
    ])
  })
})
