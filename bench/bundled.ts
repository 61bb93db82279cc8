import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** How an entry is bundled. */
export interface BundleOptions {
  /** For a Worker: packages of Node stay imports. Default: for a page. */
  readonly isWorker?: boolean
}

/**
 * Bundles an entry into one minified module with the bundler and the settings of the tag.
 *
 * @param code A module. Packages are those of the bench, or else of the repository.
 * @returns The script, and the style sheets that it imports.
 */
export async function bundled(
  code: string,
  { isWorker = false }: BundleOptions = {},
): Promise<{ script: string; styles: string }> {
  const folder = await mkdtemp(join(import.meta.dirname, '.bundle-'))
  try {
    const entry = join(folder, 'entry.ts')
    await writeFile(entry, code)
    const result = await build({
      ...{ root: folder, configFile: false, logLevel: 'silent' },
      ...(isWorker ? { ssr: { noExternal: true, target: 'webworker' } } : {}),
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ...{ write: false, minify: true, target: 'es2022', reportCompressedSize: false },
        ...(isWorker ? { ssr: entry } : { lib: { entry, formats: ['es'], fileName: 'entry' } }),
        rollupOptions: { external: isWorker ? [/^cloudflare:/] : [], output: { codeSplitting: false } },
      },
    })
    const { output } = [result].flat()[0] as Rolldown.RolldownOutput
    const chunks = output.filter((one) => one.type === 'chunk')
    const styles = output.filter((one) => one.type === 'asset' && one.fileName.endsWith('.css'))
    return {
      script: chunks.map(({ code }) => code).join(''),
      styles: styles.map((one) => (one.type === 'asset' ? String(one.source) : '')).join(''),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
