/** The snippets of README and docs are whole, and a broken one is noticed. */
import { beforeAll, describe, expect, it } from 'vitest'
import { documentsWithSnippets } from './documents-with-snippets.ts'
import { parsingProblems } from './parsed-snippets.ts'
import { formProblems, type Snippet, snippetsOf, titleOf } from './snippets.ts'
import { typeProblems } from './type-check.ts'

const documents = await documentsWithSnippets()
const snippets = documents.flatMap((document) => document.snippets.map((snippet) => ({ document, snippet })))
// `npm run test:packages` tries those of the examples, with the types of their frameworks.
const tried = snippets
  .map(({ snippet }) => snippet)
  .filter(({ reason, example }) => reason === undefined && example === undefined)

describe('the snippets of the documents', () => {
  let types: ReadonlyMap<string, string[]>

  beforeAll(async () => {
    types = await typeProblems(tried)
  })

  it.each(snippets.map(({ document, snippet }) => ({ title: titleOf(snippet), document, snippet })))(
    '$title can be tried',
    ({ document, snippet }) => {
      expect(formProblems(snippet, document.text)).toEqual([])
      if (snippet.reason === undefined) expect(parsingProblems(snippet)).toEqual([])
      expect(types.get(titleOf(snippet)) ?? []).toEqual([])
    },
  )

  it('compile without an error that belongs to none of them', () => {
    expect(types.get('the project')).toBeUndefined()
  })
})

const fenced = (info: string, text: string, before = 'Text.') =>
  snippetsOf('docs/page.md', `${before}\n\n\`\`\`${info}\n${text}\n\`\`\`\n`)[0] as Snippet

describe('a broken snippet', () => {
  it.each([
    ['JSON', 'json', '{ "amount": 12.50, }'],
    ['a catalogue', 'csv', 'item,price\nmug,12.50'],
    ['a setting that the edge does not have', 'json', '{ "vars": { "ALOWED_ORIGINS": [] } }'],
    ['a setting that the edge refuses', 'json', '{ "vars": { "PAYMENTS": "of" } }'],
    ['a list in which the edge refuses a member', 'json', '"CHECKOUT_METHODS": ["cards"]'],
    ['a property that the tag does not have', 'css', 'pay-checkout { --pay-acent: red }'],
    ['a part that the tag does not have', 'css', 'pay-checkout::part(buton) { color: red }'],
    ['a slot that the tag does not have', 'html', '<pay-checkout><p slot="sumary"></p></pay-checkout>'],
    ['PHP', 'php', '<?php echo "a'],
    ['a line of a diagram', 'mermaid', 'flowchart LR\n  a ->'],
    ['a part of a diagram that does not end', 'mermaid', 'flowchart LR\n  subgraph a\n  b --> c'],
  ])('is noticed in %s', (_, language, text) => {
    expect(parsingProblems(fenced(language, text))).not.toEqual([])
  })

  it.each([
    ['js', "document.querySelector('pay-checkout').custommer = {}"],
    [
      'js',
      "import { merchantClient } from '@pay-checkout/server'\nmerchantClient({ edge: '', key: '' }).refund('a', {})",
    ],
    [
      'ts',
      "import type { PayOrder } from '@pay-checkout/tag'\nexport const paid = (order: PayOrder) => order.paid",
    ],
  ])('is noticed by TypeScript in %s', async (language, text) => {
    const snippet = fenced(language, text)

    expect((await typeProblems([snippet])).get(titleOf(snippet))).not.toEqual([])
  })
})

describe('the form of a snippet', () => {
  it('needs a language that some rule tries', () => {
    expect(formProblems(fenced('ruby', 'puts 1'), '')).toEqual(['no rule tries the language "ruby"'])
  })

  it('needs none where it is a file of an example', () => {
    const snippet = fenced('vue Shop.vue', '', '<!-- example vue/src/Shop.vue: npm run reference -->')

    expect(snippet.example).toBe('vue/src/Shop.vue')
    expect(formProblems(snippet, 'Save it as `Shop.vue`.')).toEqual([])
    expect(formProblems(fenced('vue', ''), '')).toEqual(['no rule tries the language "vue"'])
  })

  it('is commands where the fence names no language', () => {
    expect(fenced('', 'npm ci')).toMatchObject({ language: 'sh', stays: false, text: 'npm ci\n' })
  })

  it('names a file that the text tells readers of', () => {
    const snippet = fenced('js server.mjs', '1')

    expect(formProblems(snippet, 'Save it as `server.mjs`.')).toEqual([])
    expect(formProblems(snippet, 'Save it.')).toEqual(['the text does not name the file server.mjs'])
  })

  it('says in the text before why no test runs it', () => {
    const reason = fenced('sh', 'hugo', 'Build it. No test runs this: Hugo is no package of\nnpm’s.').reason

    expect(reason).toBe('Hugo is no package of npm’s')
    expect(formProblems(fenced('sh', 'hugo', 'No test runs this: no.'), '')).toHaveLength(1)
  })

  it('loses the indent of the list in which it is', () => {
    expect(snippetsOf('a.md', '1. One\n\n   ```sh stays\n   npm run dev\n     more\n   ```\n')).toEqual([
      { path: 'a.md', line: 3, language: 'sh', stays: true, text: 'npm run dev\n  more\n' },
    ])
  })
})
