import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { interfaceDocument, publicOperations } from '../worker/routes/openapi/document.ts'
import { DOCUMENT_ORIGIN } from '../worker/routes/openapi/document-file.ts'
import type { ApiRecording } from '../worker/routes/openapi/examples.ts'
import { OPERATIONS } from '../worker/routes/operation-list.ts'
import { ROOT } from './root.ts'

/** Examples, as `e2e/merchant/api-examples.spec.ts` has recorded them. */
const EXAMPLES = join(ROOT, 'worker/routes/openapi/recorded-examples.json')

/** Makes the document of the public API, as the edge at `DOCUMENT_ORIGIN` serves it. */
export const publicDocument = () =>
  interfaceDocument(
    publicOperations(OPERATIONS),
    DOCUMENT_ORIGIN,
    JSON.parse(readFileSync(EXAMPLES, 'utf8')) as ApiRecording,
  )

/** Writes the document to a file. A process of its own for each build, since a process keeps the modules that it has loaded. */
export async function main([file = '']: string[]): Promise<number> {
  await writeFile(file, JSON.stringify(publicDocument()))
  return 0
}
