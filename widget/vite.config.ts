/** Builds the tag to one file, and refuses to build one that the design does not allow. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { checkedTag, fittedLit } from './build-rules.ts'
import { tightTemplates } from './tight-templates.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [fittedLit(), tightTemplates(), checkedTag()],
  build: {
    outDir: here('../dist/edge'),
    // The edge's other files are built into the same folder.
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    // Not `lib`, which leaves the white space in.
    rolldownOptions: {
      input: here('served.ts'),
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: 'pay-checkout.js',
        codeSplitting: false,
        // Names that Lit's modules use among themselves, all of which are in this one file.
        minify: { mangleProps: { include: /^_\$/ } },
      },
    },
  },
})
