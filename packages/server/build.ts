/** Compiles `packages/server` to its `dist`, or the folder that it is given: `server.js`, `server.cjs`, and the types of both. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'

const FOLDER = import.meta.dirname
const DIST = resolve(process.argv[2] ?? join(FOLDER, 'dist'))
const MODULES = join(FOLDER, '../../node_modules')

/** How a declaration names another module. */
const MODULE_NAME = /from '\.\/([\w.-]+)\.ts'/g

/** Runs a tool of the repository. @throws {Error} If it fails. */
function run(tool: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(MODULES, tool), ...args], { cwd: FOLDER, stdio: 'inherit' })
}

/** Module → its declaration, of all that a program can reach from the entry. */
function reachable(entry: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const queue = [entry]
  for (const name of queue) {
    if (found.has(name)) continue
    const text = readFileSync(join(DIST, `${name}.d.ts`), 'utf8')
    found.set(name, text)
    queue.push(...[...text.matchAll(MODULE_NAME)].map(([, other = '']) => other))
  }
  return found
}

run('vite/bin/vite.js', 'build', '--outDir', DIST, '--emptyOutDir')
run('typescript/bin/tsc', '-p', 'tsconfig.types.json', '--outDir', DIST)
const declarations = reachable('server')
for (const path of globSync('*.d.ts', { cwd: DIST })) rmSync(join(DIST, path))
for (const [name, text] of declarations) {
  // Each kind of module refers to its own.
  writeFileSync(join(DIST, `${name}.d.ts`), text.replaceAll(MODULE_NAME, `from './$1.js'`))
  writeFileSync(join(DIST, `${name}.d.cts`), text.replaceAll(MODULE_NAME, `from './$1.cjs'`))
}
