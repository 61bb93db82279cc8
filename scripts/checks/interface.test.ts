import { describe, expect, it } from 'vitest'
import { publicDocument } from '../api-document.ts'
import { documentProblems } from './interface.ts'

describe('documentProblems', () => {
  it('finds nothing wrong with the document of the edge', async () => {
    expect(await documentProblems(publicDocument())).toEqual([])
  })

  it.each([
    ['a document without a title', { info: { version: '1' } }],
    ['a document of another version', { openapi: '3.0.3' }],
    ['an operation without an answer', { paths: { '/a': { get: { responses: 'none' } } } }],
  ])('finds %s', async (_, changes) => {
    expect(await documentProblems({ ...publicDocument(), ...changes })).not.toEqual([])
  })
})
