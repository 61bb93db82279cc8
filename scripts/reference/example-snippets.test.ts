import { expect, it } from 'vitest'
import { withExamples } from './example-snippets.ts'

const DOCUMENT = `# Frameworks

<!-- example vue/src/Checkout.vue: npm run reference -->
old
<!-- /example -->

Words.
`

it('puts a file in its place, as a snippet that names it, and keeps all else', () => {
  expect(withExamples(DOCUMENT, (path) => `<!-- ${path} costs $1 -->\n`)).toBe(`# Frameworks

<!-- example vue/src/Checkout.vue: npm run reference -->

\`\`\`vue Checkout.vue
<!-- vue/src/Checkout.vue costs $1 -->
\`\`\`

<!-- /example -->

Words.
`)
})

it('writes the same text again', () => {
  const once = withExamples(DOCUMENT, () => 'x\n')

  expect(withExamples(once, () => 'x\n')).toBe(once)
})
