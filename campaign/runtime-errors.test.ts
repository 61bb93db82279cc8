import { expect, it } from 'vitest'
import { runtimeErrorsIn } from './runtime-errors.ts'

const KILLED =
  'uncaught exception; exception = workerd/api/actor-state.c++:1235: failed: broken.outputGateBroken; jsg.Error: pay-checkout:crash-point intent-stored'
const FILES = 'kj/filesystem-disk-unix.c++:1712: failed: open(path): Too many open files'

it('an object that the campaign killed is no error of the runtime', () => {
  expect(runtimeErrorsIn(`${KILLED}\n\n${KILLED}\n`)).toEqual([])
})

it('a runtime that runs out of files says so, at most ten times', () => {
  const log = Array.from({ length: 12 }, () => FILES).join('\n')

  expect(runtimeErrorsIn(`${KILLED}\n${log}`)).toEqual(Array.from({ length: 10 }, () => FILES))
})
