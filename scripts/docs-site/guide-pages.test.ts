import { describe, expect, it } from 'vitest'
import { pageOf } from '../packages/scope.ts'
import { guidePages, sitePath } from './guide-pages.ts'

const ANCHORS = new Map([
  ['merchantorder', 'reference/schemas.md#merchantorder'],
  ['checkout', 'reference/checkout.md'],
])
const written = (text: string, path = 'docs/a.md') => guidePages([{ path, text }], ANCHORS)[0]?.text

describe('sitePath', () => {
  it.each([
    ['docs/README.md', 'index.md'],
    ['docs/decisions/README.md', 'decisions/index.md'],
    ['docs/refunds.md', 'refunds.md'],
    ['docs/api-reference.md', 'reference/index.md'],
    ['sandbox/README.md', 'sandbox.md'],
    ['SECURITY.md', undefined],
  ])('has %s at %s', (path, page) => {
    expect(sitePath(path)).toBe(page)
  })
})

describe('guidePages', () => {
  it.each([
    ['a page beside it', '[b](b.md#part)', '[b](./b.md#part)'],
    ['the sandbox', '[b](../sandbox/README.md)', '[b](./sandbox.md)'],
    ['an operation', '[b](api-reference.md#checkout)', '[b](./reference/checkout.md)'],
    ['a schema', '[b](api-reference.md#merchantorder)', '[b](./reference/schemas.md#merchantorder)'],
    ['the interface', '[b](api-reference.md)', '[b](./reference/index.md)'],
    ['a source', '[b](../worker/index.ts)', `[b](${pageOf('worker/index.ts')})`],
    ['another site', '[b](https://example.com/b.md)', '[b](https://example.com/b.md)'],
    ['a part of the page', '[b](#part)', '[b](#part)'],
  ])('leads to %s', (_, link, other) => {
    expect(written(`See ${link}.`)).toBe(`See ${other}.`)
  })

  it('leads from a folder to the pages above', () => {
    expect(written('[b](../carts.md)', 'docs/decisions/a.md')).toBe('[b](../carts.md)')
  })

  it('changes nothing in code, whose file it names', () => {
    const code = '```html my-shop/mug.html\n<a href="b.md">[b](b.md)</a>\n```'

    expect(written(code)).toBe(
      '::: code-group\n\n```html [my-shop/mug.html]\n<a href="b.md">[b](b.md)</a>\n```\n\n:::',
    )
  })

  it('has a picture for each theme, and the live tag where a document says so', () => {
    const text = `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="images/a-dark.png">
  <img alt="A" src="images/a-light.png">
</picture>

<!-- live tag -->`

    expect(written(text)).toBe(
      '<img class="in-light" alt="A" src="./images/a-light.png"><img class="in-dark" alt="A" src="./images/a-dark.png">\n\n<LiveTag />',
    )
  })

  it('leads to the drawing of a diagram', () => {
    expect(written('```mermaid\nflowchart LR\n```')).toContain(`drawn](${pageOf('docs/a.md')})`)
  })
})
