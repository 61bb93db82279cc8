import { expect, it } from 'vitest'
import { unpinned } from './pins.ts'

it('takes exact versions', () => {
  expect(unpinned({ dependencies: { lit: '3.3.3' }, devDependencies: { vite: '8.0.0-beta.1' } })).toEqual([])
})

it.each(['^3.3.3', '~3.3.3', '3.3', 'latest', '*', '>=3.3.3', 'github:lit/lit', 'npm:lit@3.3.3'])(
  'refuses %s',
  (version) => {
    expect(unpinned({ devDependencies: { lit: version } })).toEqual(['lit'])
  },
)
