/** What is generated: the types and editors' data of the tag's package, the contract of the merchants' package, the pages of `docs/` (what assistants read from all others, the components of the examples, the API from its document, the gateway's operations and the errors from the edge's own tables, the looks from the tag's own lists, the figures from the bench's last run), and the linter's rules from the table of layers. */
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { profile } from '../worker/config/gateway-profile.ts'
import type { OperationName } from '../worker/gateway/operations.ts'
import { operations } from '../worker/gateway/operations.ts'
import type { Operations } from '../worker/routes/operation-list.ts'
import { publicDocument } from './api-document.ts'
import { folderRules } from './checks/folder-rules.ts'
import { LANGUAGES_DOCUMENT, readLanguages } from './checks/languages.ts'
import { DENIED_GLOBALS, LAYERS } from './checks/layers.ts'
import { tagPackageFiles } from './manifest/package-files.ts'
import { type TagElements, tagElements } from './manifest/tag-manifest.ts'
import type { ApiDocument } from './reference/api-document-shape.ts'
import { apiPage } from './reference/api-page.ts'
import { appearancePage } from './reference/appearance-page.ts'
import { readBenchResults } from './reference/bench-results.ts'
import { withBenchTables } from './reference/bench-tables.ts'
import { designPage } from './reference/design-page.ts'
import { errorsPage } from './reference/errors-page.ts'
import { withExamples } from './reference/example-snippets.ts'
import { withLanguageTable } from './reference/language-table.ts'
import { fullText, type Page, withIndex } from './reference/llms-pages.ts'
import { referencePage } from './reference/reference-page.ts'
import { serverContract } from './reference/server-contract.ts'
import { withTagTables } from './reference/tag-tables.ts'
import { ROOT } from './root.ts'
import { textIfPresent } from './text-if-present.ts'

/** A route of the edge. A route that the interface does not have is a compile error. */
type Route = Operations[keyof Operations]['route']

const PAY = 'POST /v1/orders/{id}/pay'
const APPROVE = 'POST /v1/orders/{id}/approve'
const BY_ITSELF = 'and the edge by itself'
const WITH_CONSENT = 'and the edge by itself where the shopper agreed'

/** Operation → the edge's routes that lead to it, and other ways in words. */
const REACHED: Readonly<Record<OperationName, readonly (Route | `and ${string}`)[]>> = {
  'upload-cres-result': ['POST /three-ds/{id}/{key}/cres'],
  'upload-method-url-result': ['POST /three-ds/{id}/{key}/method', 'POST /v1/orders/{id}/method', BY_ITSELF],
  'upload-pares-result': ['POST /three-ds/{id}/{key}/pares'],
  'account-verification-form': [PAY],
  'account-verification': [PAY, 'POST /v1/verifications'],
  capture: ['POST /v1/orders/{id}/capture'],
  'create-card-ref': ['POST /v1/orders/{id}/card-ref', WITH_CONSENT],
  'get-card-info': ['GET /v1/card-refs/{ref}', 'and the edge by itself for the saved cards of a session'],
  'make-rebill': ['POST /v1/rebills', 'and for kept cards if the profile says so'],
  'payment-form': [PAY],
  'payout-form': [PAY],
  payout: [PAY, 'POST /v1/payouts'],
  'preauth-form': [PAY],
  preauth: [PAY],
  return: ['POST /v1/orders/{id}/return', APPROVE, 'and the edge by itself for a charge too many'],
  'sale-form': [PAY],
  sale: [PAY],
  status: ['POST /v1/orders/{id}/refresh', BY_ITSELF],
  void: ['POST /v1/orders/{id}/void', APPROVE, 'and the edge by itself for a charge too many'],
  'create-card-ref-v4': [
    'POST /v1/orders/{id}/card-ref',
    'and with a shopper’s consent if the profile says so',
  ],
  'create-recurring-payment': ['POST /v1/recurring-payments'],
  'payout-check': ['POST /v1/payout-checks'],
  'payout-pay': ['POST /v1/payout-checks/{id}/pay'],
  'pan-eligibility-send': ['POST /v1/pan-eligibility'],
  transfer: ['POST /v1/transfers'],
}

/** Generates the page of operations. The same table gives the same text. */
export const currentReference = (): string => referencePage(operations, REACHED, profile.parse({}))

/** The page with the figures of the bench between its words. */
const PERFORMANCE = 'docs/performance.md'

/** The page with the tables of the tag's attributes, properties, methods and events between its words. */
const TAG = 'docs/tag.md'

/** Read once: the analyzer takes its time. */
let read: TagElements | undefined

function elements(): TagElements {
  read ??= tagElements()
  return read
}

/** The beginning of what a coding assistant reads, and all of it. */
const LLMS = 'docs/llms.txt'
const LLMS_FULL = 'docs/llms-full.txt'
const CONTENTS = 'docs/README.md'

const kept = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Pages that show files of `examples/`. */
const WITH_EXAMPLES = ['docs/frameworks.md', 'docs/sessions.md']

/** Every page of `docs/`. */
const pages = (): Page[] =>
  readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: kept(`docs/${path}`) }))

/** Path of each generated file → what generates it. */
export const GENERATED: Readonly<Record<string, () => string>> = {
  'biome.layers.generated.json': () => folderRules(LAYERS, DENIED_GLOBALS),
  'docs/operations.md': currentReference,
  'docs/api-reference.md': () => apiPage(publicDocument() as unknown as ApiDocument),
  'docs/appearance.md': appearancePage,
  'docs/design.md': designPage,
  'docs/errors.md': errorsPage,
  [TAG]: () => withTagTables(kept(TAG), elements()),
  ...tagPackageFiles(elements),
  'packages/server/src/contract.generated.ts': () =>
    serverContract(publicDocument() as unknown as ApiDocument),
  [PERFORMANCE]: () => withBenchTables(kept(PERFORMANCE), readBenchResults()),
  ...Object.fromEntries(
    WITH_EXAMPLES.map((path) => [
      path,
      () => withExamples(kept(path), (example) => kept(`examples/${example}`)),
    ]),
  ),
  // After the pages that they read.
  [LLMS]: () => withIndex(kept(LLMS), kept(CONTENTS)),
  [LLMS_FULL]: () => fullText(kept(LLMS), kept(CONTENTS), pages()),
}

/** Reads a file in the repository; empty if it is missing. */
export const keptPage = async (path: string): Promise<string> => (await textIfPresent(join(ROOT, path))) ?? ''

/** `npm run reference`: writes the files, and the table in the page of the languages. */
export async function main(): Promise<number> {
  const languages = await readFile(LANGUAGES_DOCUMENT, 'utf8')
  await writeFile(LANGUAGES_DOCUMENT, withLanguageTable(languages, await readLanguages()))
  for (const [path, generate] of Object.entries(GENERATED)) {
    await writeFile(join(ROOT, path), generate())
    console.log(`${path} is up to date.`)
  }
  return 0
}
