import { expect, it } from 'vitest'
import { control, isControl } from './control.ts'

// The gateway's published example; the digest was recomputed with another implementation of SHA-1.
const KEY = 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20'
const VALUES = ['1111', '902B4FF5', '1042', 'john.smith@gmail.com']
const CONTROL = 'c6bdd88a78834ef4b863b088827a459f039e8257'

it('computes the control of the published example', () => {
  expect(control(VALUES, KEY)).toBe(CONTROL)
})

it('hashes text beyond ASCII as UTF-8', () => {
  // printf 'žluťoučký' | sha1sum
  expect(control(['žluť'], 'oučký')).toBe('c044c3591783a55e9a2e4690deee662d34a4af4c')
})

it('accepts a control in upper case', () => {
  expect(isControl(CONTROL.toUpperCase(), VALUES, KEY)).toBe(true)
})

it.each([
  ['another digit', `0${CONTROL.slice(1)}`],
  ['a shorter text', CONTROL.slice(1)],
  ['a longer text', `${CONTROL}00`],
  ['nothing', ''],
])('does not accept %s', (_what, given) => {
  expect(isControl(given, VALUES, KEY)).toBe(false)
})
