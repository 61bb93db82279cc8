import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryPaths } from '../checks/repository.ts'
import { ROOT } from '../root.ts'
import { type Snippet, snippetsOf } from './snippets.ts'

/** A document, with its snippets in their order. */
export interface DocumentWithSnippets {
  readonly path: string
  readonly text: string
  readonly snippets: readonly Snippet[]
}

/** Documents for readers: README and docs. `llms.txt` is Markdown too. */
const DOCUMENT =
  /^(?:README\.md|docs\/.*\.md|docs\/llms\.txt|(?:sandbox|campaign|releases)\/README\.md|CONTRIBUTING\.md)$/

/** Reads every document of the repository that has a snippet. */
export async function documentsWithSnippets(): Promise<DocumentWithSnippets[]> {
  const paths = (await repositoryPaths()).filter((path) => DOCUMENT.test(path)).toSorted()
  const documents = paths.map(async (path) => {
    const text = await readFile(join(ROOT, path), 'utf8').catch(() => '')
    return { path, text, snippets: snippetsOf(path, text) }
  })
  return (await Promise.all(documents)).filter(({ snippets }) => snippets.length > 0)
}
