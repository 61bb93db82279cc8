/** Builds the tag, or one of the edge's frames, to one file. The build fails if the file breaks a rule. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compactTemplates } from './compact-templates.ts'
import { languageConstants } from './languages.ts'
import { litWithoutHooks } from './lit-without-hooks.ts'
import { pageBuiltIns } from './page-built-ins.ts'
import { checkedFrame, checkedTag } from './rules.ts'
import { trustedTypesPolicy } from './trusted-types-policy.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Name of a file in `frames/`, without its ending; without one the tag is built. */
const { PAY_FRAME: frame } = process.env

export default defineConfig({
  root: here('..'),
  publicDir: false,
  define: languageConstants(),
  plugins: [
    trustedTypesPolicy(),
    ...(frame ? [checkedFrame()] : [litWithoutHooks(), compactTemplates(), checkedTag()]),
  ],
  build: {
    outDir: here('../../dist/edge'),
    // The edge's other files are built into the same folder.
    emptyOutDir: false,
    target: 'es2022',
    // Styles stay as written: fallbacks for browsers that the script does not run in would be bytes for nobody.
    cssTarget: 'esnext',
    modulePreload: false,
    reportCompressedSize: false,
    // Vite's `lib` mode would leave white space in.
    rolldownOptions: {
      input: here(frame ? `../frames/${frame}.ts` : '../served.ts'),
      ...(!frame && { preserveEntrySignatures: 'strict' }),
      ...(!frame && { transform: { inject: pageBuiltIns() } }),
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      // No property here has a getter that acts.
      treeshake: { propertyReadSideEffects: false },
      output: {
        entryFileNames: frame ? `frames/${frame}.js` : 'pay-checkout.js',
        codeSplitting: false,
      },
    },
  },
})
