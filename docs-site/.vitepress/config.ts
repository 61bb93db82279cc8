/** The site of the documentation. Its pages are written to `pages/` by scripts/docs-site before VitePress runs. */
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const { guides, reference } = JSON.parse(readFileSync(new URL('../pages/site.json', import.meta.url), 'utf8'))

const groupsOf = (groups: readonly object[]) => groups.map((group) => ({ ...group, collapsed: false }))

/** The list of all pages has a greeting above it; an operation has its examples in place of an outline. */
const LAYOUTS = [
  [/^index\.md$/, { layout: 'home' }],
  [/^reference\/[a-z]+[A-Z]\w*\.md$|^reference\/checkout\.md$/, { aside: false }],
] as const

export default defineConfig({
  lang: 'en',
  title: 'pay-checkout',
  titleTemplate: ':title · pay-checkout',
  description: 'One tag takes card payments on any web page: guides, the interface, and how it works.',
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  srcDir: 'pages',
  outDir: '../dist/docs',
  cacheDir: 'node_modules/.vitepress',
  // A link that leads nowhere fails the build; these lead to the reader's own machine.
  ignoreDeadLinks: [/^https?:\/\/[\w.]*localhost/],
  // The page's own switch, which begins with the system's choice.
  appearance: true,
  metaChunk: true,
  markdown: {
    // The headings' anchors are those of the repository's pages.
    anchor: {
      slugify: (heading) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
    },
    languageAlias: { njk: 'html' },
    // Braces in code are text, as in the repository.
    config: (md) => {
      const inline = md.renderer.rules.code_inline
      md.renderer.rules.code_inline = (tokens, index, ...rest) => {
        tokens[index]?.attrSet('v-pre', '')
        return inline?.(tokens, index, ...rest) ?? ''
      }
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('pay-') } } },
  // Pages have no front matter, so that they read well in the repository.
  transformPageData: ({ relativePath, frontmatter }) => ({
    frontmatter: { ...frontmatter, ...LAYOUTS.find(([path]) => path.test(relativePath))?.[1] },
  }),
  themeConfig: {
    siteTitle: 'pay-checkout',
    nav: [
      { text: 'Guides', link: '/five-minutes.md', activeMatch: '^/(?!reference|changelog|$)' },
      { text: 'Interface', link: '/reference/index.md', activeMatch: '^/reference' },
      { text: 'Changelog', link: '/changelog.md' },
    ],
    sidebar: { '/reference/': groupsOf(reference), '/': groupsOf(guides) },
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { detailedView: false } },
    docFooter: { prev: 'Before', next: 'Next' },
  },
})
