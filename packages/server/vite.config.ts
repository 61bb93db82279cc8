import { defineConfig } from 'vite'

/** Compiles the package: one module for `import`, and one for `require`, which Node 20 has no other way to load. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    lib: {
      entry: 'src/server.ts',
      formats: ['es', 'cjs'],
      fileName: (format) => (format === 'es' ? 'server.js' : 'server.cjs'),
    },
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Whoever steps into it reads what was written.
    minify: false,
  },
})
