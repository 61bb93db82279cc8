/** Builds the tag, or one of the edge's frames, to one file, and refuses to build one that the design does not allow. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { checkedFrame, checkedTag, fittedLit } from './build-rules.ts'
import { fittedCardTypes } from './card-type-cuts.ts'
import { FRAME_NAMES, OWN_NAMES } from './own-names.ts'
import { secondMinifier } from './second-minifier.ts'
import { tightTemplates } from './tight-templates.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Name of a file in `frames/`, without its ending; without one the tag is built. */
const { PAY_FRAME: frame } = process.env

const names = frame ? FRAME_NAMES : OWN_NAMES

export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [
    fittedLit(),
    fittedCardTypes(),
    tightTemplates(),
    secondMinifier(),
    frame ? checkedFrame() : checkedTag(),
  ],
  build: {
    outDir: here('../dist/edge'),
    // The edge's other files are built into the same folder.
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    // Not `lib`, which leaves the white space in.
    rolldownOptions: {
      input: here(frame ? `frames/${frame}.ts` : 'served.ts'),
      ...(!frame && { preserveEntrySignatures: 'strict' }),
      output: {
        entryFileNames: frame ? `frames/${frame}.js` : 'pay-checkout.js',
        codeSplitting: false,
        minify: { mangleProps: { include: new RegExp(`^(_\\$.*|${names.join('|')})$`) } },
      },
    },
  },
})
