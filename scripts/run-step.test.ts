import process from 'node:process'
import { expect, it } from 'vitest'
import { runStep } from './run-step.ts'

const script = (text: string) => [process.execPath, '-e', text]

it('returns the output and the exit code', async () => {
  const step = script('console.log("out"); console.error("err"); process.exitCode = 3')

  expect(await runStep(step)).toEqual({ code: 3, isKilled: false, output: 'out\nerr\n' })
})

it('adds to the environment and keeps the rest', async () => {
  const step = script('console.log(process.env.ADDED, process.env.PATH === process.argv[1])')

  expect(await runStep([...step, process.env.PATH ?? ''], { env: { ADDED: 'a' } })).toMatchObject({
    output: 'a true\n',
  })
})

it('kills a step that takes too long, and says so', async () => {
  expect(await runStep(script('setInterval(() => {}, 1000)'), { limitMs: 200 })).toMatchObject({
    code: -1,
    isKilled: true,
  })
})

it('reports a program that does not exist', async () => {
  expect(await runStep(['no-such-program-here'])).toMatchObject({
    code: -1,
    output: expect.stringContaining('ENOENT'),
  })
})
