/** What the site lists beside every page. Pure. */
import { posix } from 'node:path'
import { sitePath } from './guide-pages.ts'
import type { SiteGroup, SitePage } from './site-page.ts'

const ROW = /^\| \[([^\]]+)\]\(([^)]+\.md)\) \|/gm

/** @param contents `docs/README.md`: the site has its order and its titles. */
export const navigation = (contents: string): SiteGroup[] =>
  contents
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.split('\n', 1)[0] ?? '',
      items: [...section.matchAll(ROW)].map(([, text = '', link = '']) => ({
        text,
        link: `/${sitePath(posix.join('docs', link)) ?? ''}`,
      })),
    }))

/** Pages that a reader finds by search alone. Decisions have a list of their own. */
export function unlisted(pages: readonly SitePage[], groups: readonly SiteGroup[]): string[] {
  const listed = new Set(groups.flatMap(({ items }) => items.map(({ link }) => link.slice(1))))
  return pages
    .map(({ path }) => path)
    .filter((path) => !listed.has(path) && !/^(index|changelog)\.md$|^(decisions|reference)\//.test(path))
}
