import { describe, expect, it } from 'vitest'
import { interfaceDocument } from '../../worker/routes/openapi/document.ts'
import { OPERATIONS } from '../../worker/routes/operation-list.ts'
import { documentProblems } from './interface.ts'

const document = () => interfaceDocument(OPERATIONS, 'https://pay.example.com')

describe('documentProblems', () => {
  it('finds nothing wrong with the document of the edge', async () => {
    expect(await documentProblems(document())).toEqual([])
  })

  it.each([
    ['a document without a title', { info: { version: '1' } }],
    ['a document of another version', { openapi: '3.0.3' }],
    ['an operation without an answer', { paths: { '/a': { get: { responses: 'none' } } } }],
  ])('finds %s', async (_, changes) => {
    expect(await documentProblems({ ...document(), ...changes })).not.toEqual([])
  })
})
