import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Compiles the demo into one script, as `cli/vite.config.ts` does the command line. Miniflare is loaded at run time. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    ssr: fileURLToPath(new URL('demo.ts', import.meta.url)),
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'demo.js', codeSplitting: false } },
  },
  ssr: { noExternal: true, target: 'node' },
})
