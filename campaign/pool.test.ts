import { expect, it } from 'vitest'
import { forEach, queue } from './pool.ts'

const turns = (count: number) =>
  Array.from({ length: count }).reduce<Promise<void>>((all) => all.then(() => undefined), Promise.resolve())

it('does several works at the same time, and no more', async () => {
  let [now, most] = [0, 0]

  await forEach([1, 2, 3, 4, 5], 2, async () => {
    now += 1
    most = Math.max(most, now)
    await turns(3)
    now -= 1
  })

  expect(most).toBe(2)
})

it('has works wait for each other, also after one that failed', async () => {
  const seen: string[] = []
  const inTurn = queue()
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await turns(5)
    seen.push(`${name} ends`)
    if (name === 'one') throw new TypeError(name)
    return name
  }

  const ends = await Promise.allSettled([inTurn(work('one')), inTurn(work('two'))])

  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})
