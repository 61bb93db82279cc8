import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AlarmScheduler } from './alarm-scheduler.ts'
import type { DueJob } from './model/schedule.ts'

const START = 1_000_000
const PAUSES = { first: 1_000, last: 5_000 }
const index: DueJob = { at: START, job: { type: 'index' } }
const expire: DueJob = { at: START + 60_000, job: { type: 'expire' } }

/** A scheduler, and the times for which its alarm was set, from the start on. */
function begin() {
  const alarms: number[] = []
  const setAlarm = async (at: number) => void alarms.push(at - START)
  const deleteAlarm = async () => undefined
  const storage = { setAlarm, deleteAlarm } as unknown as DurableObjectStorage
  return { scheduler: new AlarmScheduler(storage), alarms }
}

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it('the alarm is never set to the present millisecond, which may be that of the one that has just run', async () => {
  const { scheduler, alarms } = begin()

  scheduler.arm(() => [index])
  await scheduler.run({
    list: () => [{ at: START, job: { type: 'tell' } }],
    pauses: { first: 0, last: 0 },
    work: () => Promise.resolve(),
    inFlight: () => [],
  })
  scheduler.retryAt(START - 5)

  expect(alarms).toEqual([1, 1])
})

it('an alarm that was cancelled is set again, also to a later time', async () => {
  const { scheduler, alarms } = begin()
  scheduler.arm(() => [index])

  await scheduler.cancel()
  scheduler.arm(() => [expire])

  expect(alarms).toEqual([1, 60_000])
})

describe('a job that fails', () => {
  it('waits twice as long each time, up to the last pause', async () => {
    const { scheduler, alarms } = begin()

    for (let run = 0; run < 5; run += 1) {
      await scheduler.run({
        list: () => [index, expire],
        pauses: PAUSES,
        work: () => Promise.resolve(),
        inFlight: () => [],
      })
      vi.setSystemTime(START + (alarms.at(-1) ?? 0))
    }

    expect(alarms).toEqual([1_000, 3_000, 7_000, 12_000, 17_000])
  })

  it('is not tried sooner because of other changes', async () => {
    const { scheduler, alarms } = begin()
    await scheduler.run({
      list: () => [index],
      pauses: PAUSES,
      work: () => Promise.resolve(),
      inFlight: () => [],
    })

    scheduler.arm(() => [index, expire])

    expect(alarms).toEqual([1_000])
  })

  it('does not delay new jobs', async () => {
    const { scheduler, alarms } = begin()
    await scheduler.run({
      list: () => [index],
      pauses: PAUSES,
      work: () => Promise.resolve(),
      inFlight: () => [],
    })

    scheduler.arm(() => [index, { at: START + 200, job: { type: 'tell' } }])

    expect(alarms).toEqual([1_000, 200])
  })
})

it('a job that falls due during a slow one is done meanwhile', async () => {
  vi.useRealTimers()
  const { scheduler } = begin()
  const soon: DueJob = { at: Date.now() + 20, job: { type: 'tell' } }
  const { promise: slow, resolve } = Promise.withResolvers<void>()
  const done: string[] = []

  await scheduler.run({
    list: () => [index, soon].filter(({ job }) => !done.includes(job.type)),
    pauses: PAUSES,
    work: async ({ job }) => {
      if (job.type === 'index') await slow
      done.push(job.type)
      resolve()
    },
    inFlight: () => [],
  })

  expect(done).toEqual(['tell', 'index'])
})

it('a new job is done during a slow one', async () => {
  vi.useRealTimers()
  const { scheduler } = begin()
  const list: DueJob[] = [index]
  const { promise: slow, resolve } = Promise.withResolvers<void>()
  const done: string[] = []

  await scheduler.run({
    list: () => list.filter(({ job }) => !done.includes(job.type)),
    pauses: PAUSES,
    work: async ({ job }) => {
      if (job.type === 'index') {
        list.push({ at: START, job: { type: 'tell' } })
        queueMicrotask(() => scheduler.arm(() => list))
        await slow
      }
      done.push(job.type)
      resolve()
    },
    inFlight: () => [],
  })

  expect(done).toEqual(['tell', 'index'])
})

it('an alarm that runs lists the jobs itself, so that a change in between need not', async () => {
  vi.useRealTimers()
  const { scheduler } = begin()
  const listed: string[] = []
  const done = new Set<DueJob>()

  await scheduler.run({
    list: () => [index].filter((job) => !done.has(job)),
    pauses: PAUSES,
    work: async (job) => {
      done.add(job)
      scheduler.arm(() => {
        listed.push('within the alarm')
        return []
      })
    },
    inFlight: () => [],
  })
  scheduler.arm(() => {
    listed.push('after the alarm')
    return []
  })

  expect(listed).toEqual(['after the alarm'])
})
