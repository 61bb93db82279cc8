import { defineConfig } from 'vitest/config'

export default defineConfig({
  cacheDir: '../node_modules/.vite/bench',
  test: { name: 'bench', root: import.meta.dirname, include: ['*.test.ts'] },
})
