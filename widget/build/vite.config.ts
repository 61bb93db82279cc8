/** Builds the tag, or one of the edge's frames, to one file. The build fails if the file breaks a rule. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { checkedFrame, checkedTag } from './rules.ts'
import { trustedTypesPolicy } from './trusted-types-policy.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Name of a file in `frames/`, without its ending; without one the tag is built. */
const { PAY_FRAME: frame } = process.env

export default defineConfig({
  root: here('..'),
  publicDir: false,
  plugins: [trustedTypesPolicy(), frame ? checkedFrame() : checkedTag()],
  build: {
    outDir: here('../../dist/edge'),
    // The edge's other files are built into the same folder.
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    // Vite's `lib` mode would leave white space in.
    rolldownOptions: {
      input: here(frame ? `../frames/${frame}.ts` : '../served.ts'),
      ...(!frame && { preserveEntrySignatures: 'strict' }),
      output: {
        entryFileNames: frame ? `frames/${frame}.js` : 'pay-checkout.js',
        codeSplitting: false,
      },
    },
  },
})
