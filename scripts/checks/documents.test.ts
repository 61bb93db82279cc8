import { describe, expect, it } from 'vitest'
import { brokenReferences } from './documents.ts'

const REST = [
  { path: 'worker/order/order.ts', text: '' },
  { path: 'docs/deploy.md', text: '# Deploy\n\n## Withdraw a `key`, or an origin\n' },
  { path: 'docs/images/tag.png', text: '' },
]

const problemsOf = (text: string) => brokenReferences([...REST, { path: 'docs/page.md', text }])

describe('references of a document', () => {
  it.each([
    ['a file beside it', '[how](deploy.md)'],
    ['a file above it', '[the order](../worker/order/order.ts)'],
    ['a folder', '[orders](../worker/order/)'],
    ['a heading, as GitHub names it', '[how](deploy.md#withdraw-a-key-or-an-origin)'],
    ['a heading of its own', '# First\n\n[above](#first)'],
    ['a picture', '<img src="images/tag.png">'],
    ['another site', '[there](https://example.com/deploy.md)'],
    ['a path from the root', 'see `worker/order/order.ts`'],
    ['a path from its own folder', 'see `images/tag.png`'],
    ['a folder by its path', 'see `worker/order/`'],
    ['a source file by its name', 'see `order.ts`'],
    ['a source file by the end of its path', 'see `order/order.ts`'],
    ['no path of ours', 'the type `application/json`, the path `dist/edge`'],
    ['a link in an example', '```\n[gone](gone.md)\n```'],
  ])('may lead to %s', (_, text) => {
    expect(problemsOf(text)).toEqual([])
  })

  it.each([
    ['a file that is gone', '[how](gone.md)', 'gone.md'],
    ['a heading that is gone', '[how](deploy.md#gone)', 'deploy.md#gone'],
    ['a picture that is gone', '<source srcset="images/gone.png">', 'images/gone.png'],
    ['a path that is gone', 'see `worker/order/gone.ts`', 'worker/order/gone.ts'],
    ['a source file whose name is gone', 'see `gone.ts`', 'gone.ts'],
    ['a source file that is elsewhere', 'see `routes/order.ts`', 'routes/order.ts'],
    ['a folder that is gone', 'see `worker/gone/`', 'worker/gone/'],
  ])('must not lead to %s', (_, text, reference) => {
    expect(problemsOf(text)).toEqual([`docs/page.md: ${reference} leads nowhere`])
  })
})
