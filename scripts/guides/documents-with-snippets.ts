import { repositoryFiles } from '../checks/repository.ts'
import { type Snippet, snippetsOf } from './snippets.ts'

/** A document, with its snippets in their order. */
export interface DocumentWithSnippets {
  readonly path: string
  readonly text: string
  readonly snippets: readonly Snippet[]
}

/** Documents for readers: README and docs. `llms.txt` is Markdown too. */
const DOCUMENT =
  /^(?:README\.md|docs\/.*\.md|docs\/llms\.txt|(?:sandbox|campaign|releases|cli|packages\/[\w-]+)\/README\.md|CONTRIBUTING\.md)$/

/** Reads every document of the repository that has a snippet. */
export async function documentsWithSnippets(): Promise<DocumentWithSnippets[]> {
  const documents = await repositoryFiles((path) => DOCUMENT.test(path))
  return documents
    .map(({ path, text }) => ({ path, text, snippets: snippetsOf(path, text) }))
    .filter(({ snippets }) => snippets.length > 0)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}
