/** The whole site as files, before VitePress makes HTML of them. Pure but for what it reads of the repository. */
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PLAIN_CARD } from '../../sandbox/cards/test-cards.ts'
import { COLOURS, paletteColour, RADII, SHADOWS } from '../../shared/design.ts'
import { publicDocument } from '../api-document.ts'
import { brokenLinks } from '../checks/documents.ts'
import { type RepositoryFile, repositoryFiles } from '../checks/repository.ts'
import type { ApiDocument } from '../reference/api-document-shape.ts'
import { ROOT } from '../root.ts'
import { guidePages } from './guide-pages.ts'
import { navigation, unlisted } from './navigation.ts'
import { referenceAnchors, referenceNavigation, referencePages } from './reference-pages.ts'
import type { SiteGroup, SitePage } from './site-page.ts'

/** The project of the site, with what builds it. */
export const SITE_DIR = join(ROOT, 'docs-site')

/** Where its pages are written, for VitePress. */
const PAGES_DIR = join(SITE_DIR, 'pages')

/** What the site is made of. */
export interface Site {
  readonly pages: readonly SitePage[]
  readonly guides: readonly SiteGroup[]
  readonly reference: readonly SiteGroup[]
  /** Links that lead nowhere, and pages that nothing lists. */
  readonly problems: readonly string[]
}

/** Reads the documents, and the interface's own document. */
export const readSite = async (): Promise<Site> =>
  siteOf(await repositoryFiles((path) => path.endsWith('.md')), publicDocument() as unknown as ApiDocument)

/** @param files The repository's documents. */
export function siteOf(files: readonly RepositoryFile[], document: ApiDocument): Site {
  const contents = files.find(({ path }) => path === 'docs/README.md')?.text ?? ''
  const pages = [...guidePages(files, referenceAnchors(document)), ...referencePages(document)]
  const guides = navigation(contents)
  const lost = unlisted(pages, guides).map((path) => `${path}: docs/README.md does not list it`)
  const pictures = [...contentsOf(pages)].map((path) => ({ path, text: '' }))
  return {
    pages,
    guides,
    reference: referenceNavigation(document),
    problems: [...brokenLinks([...pages, ...pictures]), ...lost],
  }
}

/** Pictures and texts that pages show and no page is; `npm run check` looks for them in the repository. */
const contentsOf = (pages: readonly SitePage[]) =>
  new Set(
    pages.flatMap(({ text }) =>
      [...text.matchAll(/\.\/((?:images\/[\w-]+\.png)|llms(?:-full)?\.txt)/g)].map(([, path = '']) => path),
    ),
  )

/** Writes the site for VitePress. Replaces what an earlier run left. */
export async function writeSite({ pages, guides, reference }: Site): Promise<void> {
  await rm(PAGES_DIR, { recursive: true, force: true })
  for (const { path, text } of pages) await write(path, text)
  await mkdir(join(PAGES_DIR, 'public'), { recursive: true })
  await cp(join(ROOT, 'docs/images'), join(PAGES_DIR, 'images'), { recursive: true })
  await copyFile(join(SITE_DIR, 'icon.svg'), join(PAGES_DIR, 'public/icon.svg'))
  for (const theme of ['light', 'dark'])
    await copyFile(
      join(ROOT, `docs/images/offer-${theme}.png`),
      join(PAGES_DIR, `public/live-tag-${theme}.png`),
    )
  for (const name of ['llms.txt', 'llms-full.txt'])
    await write(`public/${name}`, await readFile(join(ROOT, 'docs', name), 'utf8'))
  await write('public/openapi.json', JSON.stringify(publicDocument()))
  await write(
    'site.json',
    JSON.stringify({ guides, reference, card: PLAIN_CARD.replaceAll(/(\d{4})(?=\d)/g, '$1 ') }),
  )
  await write('design.css', designProperties())
}

async function write(path: string, text: string): Promise<void> {
  const file = join(PAGES_DIR, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** The product's own colours, corners and shadows. */
function designProperties(): string {
  const lines = [
    `--_page: ${paletteColour('page')};`,
    ...Object.entries(COLOURS).map(([name, value]) => `--_${name}: ${value};`),
    ...Object.entries(RADII).map(([name, value]) => `--radius-${name}: ${value}rem;`),
    ...Object.entries(SHADOWS).map(([name, value]) => `--shadow-${name}: ${value};`),
  ]
  return `:root {\n  ${lines.join('\n  ')}\n}\n`
}
