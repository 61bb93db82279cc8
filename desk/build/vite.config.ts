/** Builds the desk to one script that the edge serves. The build fails if it breaks a rule. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compactTemplates } from '../../widget/build/compact-templates.ts'
import { checkedDesk } from '../../widget/build/rules.ts'
import { trustedTypesPolicy } from '../../widget/build/trusted-types-policy.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('..'),
  publicDir: false,
  plugins: [trustedTypesPolicy(), compactTemplates(), checkedDesk()],
  build: {
    outDir: here('../../dist/edge'),
    // The edge's other files are built into the same folder.
    emptyOutDir: false,
    target: 'es2022',
    cssTarget: 'esnext',
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: here('../served.ts'),
      output: { entryFileNames: 'desk.js', codeSplitting: false },
    },
  },
})
