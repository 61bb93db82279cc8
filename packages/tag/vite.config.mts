/** Compiles the loader for its package, for `import` and for `require`. */
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // The shop's own bundle makes it small; until then people read it.
    minify: false,
    lib: { entry: 'load-checkout.ts' },
    rolldownOptions: {
      output: ['mjs', 'js'].map((ending) => ({
        format: ending === 'mjs' ? 'es' : 'cjs',
        entryFileNames: `load-checkout.${ending}`,
        comments: false,
      })),
    },
  },
})
