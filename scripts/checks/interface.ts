import { Validator } from '@seriousme/openapi-schema-validator'
import { interfaceDocument } from '../../worker/routes/openapi/document.ts'
import { OPERATIONS } from '../../worker/routes/operation-list.ts'
import { publicDocument } from '../api-document.ts'
import type { Check } from './run-checks.ts'

/** The public OpenAPI document is valid, so that others can generate clients from it; and that of all operations, for our tests. */
export const interfaceIsValid: Check = {
  name: 'the interface of the edge is described in valid OpenAPI 3.1',
  async problems() {
    const all = interfaceDocument(OPERATIONS, 'https://pay.example.com')
    return [...(await documentProblems(publicDocument())), ...(await documentProblems(all))]
  },
}

/** @returns What is wrong with the document; nothing if it is valid. */
export async function documentProblems(document: Record<string, unknown>): Promise<readonly string[]> {
  // The validator resolves references in place.
  const { valid, errors = [] } = await new Validator().validate(structuredClone(document))
  if (valid) return document.openapi === '3.1.0' ? [] : ['the document is not OpenAPI 3.1']
  return typeof errors === 'string'
    ? [errors]
    : errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
}
