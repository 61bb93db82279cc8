import { describe, expect, it } from 'vitest'
import { publicDocument } from '../api-document.ts'
import { repositoryFiles } from '../checks/repository.ts'
import type { ApiDocument } from '../reference/api-document-shape.ts'
import { siteOf } from './site.ts'

const document = publicDocument() as unknown as ApiDocument
const files = await repositoryFiles((path) => path.endsWith('.md'))
const site = siteOf(files, document)
const changed = (path: string, change: (text: string) => string) =>
  siteOf(
    files.map((file) => (file.path === path ? { path, text: change(file.text) } : file)),
    document,
  ).problems

describe('the site', () => {
  it('has a page for each operation, and no link that leads nowhere', () => {
    const operations = Object.values(document.paths).flatMap((one) => Object.values(one))
    const paths = site.pages.map(({ path }) => path)

    expect(paths).toEqual(
      expect.arrayContaining(operations.map(({ operationId }) => `reference/${operationId}.md`)),
    )
    expect(site.problems).toEqual([])
  })

  it('lists the guides in the order of the documents’ own list', () => {
    expect(site.guides.map(({ text }) => text).slice(0, 2)).toEqual(['Sell', 'Your page'])
    expect(site.guides[0]?.items[0]).toEqual({ text: 'Your first payment', link: '/five-minutes.md' })
  })

  it('names a link that leads nowhere', () => {
    const problems = changed('docs/refunds.md', (text) => text.replace('](server.md', '](servers.md'))

    expect(problems).toEqual(['refunds.md: ./servers.md leads nowhere'])
  })

  it('names a heading that is not there', () => {
    const problems = changed('docs/webhooks.md', (text) =>
      text.replace('#merchantorder', '#order-of-merchants'),
    )

    expect(problems).toEqual(['webhooks.md: ./reference/index.md#order-of-merchants leads nowhere'])
  })

  it('names a page that the list leaves out', () => {
    const problems = changed('docs/README.md', (text) => text.replace(/^\| \[Refunds\].*\n/m, ''))

    expect(problems).toEqual(['refunds.md: docs/README.md does not list it'])
  })
})
