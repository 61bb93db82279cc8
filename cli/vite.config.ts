import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/**
 * Compiles the command line for its package: one script with everything in it. So a merchant installs nothing else, and runs
 * what was tested here, whatever the registry says on that day.
 */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    ssr: fileURLToPath(new URL('pay-checkout.ts', import.meta.url)),
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    // The licences of what is compiled in go along.
    license: { fileName: 'licenses.md' },
    rolldownOptions: { output: { entryFileNames: 'pay-checkout.js', codeSplitting: false } },
  },
  ssr: { noExternal: true, target: 'node' },
})
