import process from 'node:process'
import { expect, it } from 'vitest'
import { whatIsMissing } from './engines.ts'

it('finds an engine whose programs all exist, one of several paths each', () => {
  expect(whatIsMissing({ programs: { Browser: ['', '/nowhere/browser', process.execPath] } })).toBe('')
})

it('finds a program whose folder carries a version', () => {
  const pattern = process.execPath.replace(/[^/]+$/, 'nod{e,js}')

  expect(whatIsMissing({ programs: { Browser: [pattern] } })).toBe('')
})

it('names every program that is missing', () => {
  const programs = { Driver: ['/nowhere/driver'], Browser: [process.execPath], Display: [''] }

  expect(whatIsMissing({ programs })).toBe('Driver, no Display')
})
