/** Libraries of other people's pages, each as one script on the shop's site. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { serve, served } from './stack/stack.ts'

const FOLDER = fileURLToPath(new URL('../libraries/', import.meta.url))
const { resolve } = createRequire(`${FOLDER}package.json`)

/** A library of Debian's, which no registry of npm has as its browsers ran it. */
export interface DebianLibrary {
  readonly file: string
  /** Says how to get it; `undefined` where it is installed. */
  readonly missing: string | undefined
}

/** @param name Package and file: `prototype/prototype.js`. */
export function debianLibrary(name: string): DebianLibrary {
  const file = `/usr/share/javascript/${name}`
  const hint = `no ${name} here: on Debian type \`apt-get install libjs-${name.split('/')[0]}\``
  return { file, missing: existsSync(file) ? undefined : hint }
}

/** A file of a package that `e2e/libraries/package.json` pins. */
export const packageFile = (name: string) => resolve(name)

/** Serves a file of a library on the shop's site. @returns The element that loads it. */
export const libraryScript = async (file: string) => scriptOf(await readFile(file, 'utf8'))

/** Bundles a module of `e2e/libraries` and what it imports, as the page's own tools would. @returns The element that loads it. */
export async function bundledScript(entry: string): Promise<string> {
  const result = await build({
    ...{ root: FOLDER, configFile: false, logLevel: 'error' },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      // Zones of before 2023 see no asynchronous function of the language, so that their pages are compiled without them.
      ...{ write: false, minify: false, target: 'es2016', reportCompressedSize: false },
      lib: { entry: FOLDER + entry, formats: ['es'], fileName: 'entry' },
      rollupOptions: { output: { codeSplitting: false } },
    },
  })
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput
  const code = output.map((one) => (one.type === 'chunk' ? one.code : '')).join('')
  return moduleScript(code)
}

/** Serves a module on the shop's site. @returns The element that loads it. */
const moduleScript = (code: string) => scriptOf(code, ' type="module"')

const OLDEST = fileURLToPath(new URL('../../releases/0.1.0-pay-checkout.js.gz', import.meta.url))

/** The oldest release of the tag that a page may have pinned. */
export const oldestRelease = async () => gunzipSync(await readFile(OLDEST))

/** Serves the oldest release on the shop's site. @returns The element that loads it. */
export const oldestScript = async () => moduleScript(`${await oldestRelease()}`)

let scripts = 0

async function scriptOf(body: string, attributes = ''): Promise<string> {
  scripts += 1
  const path = `/library-${process.pid}-${scripts}.js`
  await serve({ path, body, headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
  return `<script${attributes} src="${served().shop}${path}"></script>`
}
