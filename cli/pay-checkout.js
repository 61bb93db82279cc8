#!/usr/bin/env node
// Plain JavaScript, so that a Node which cannot run TypeScript still starts it and prints one clear line.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const args = process.argv.slice(2)

if (process.features.typescript) {
  const { main } = await import('./main.ts')
  process.exitCode = await main(args, {
    print: (text) => console.log(text),
    tell: (text) => console.error(text),
    now: () => Math.floor(Date.now() / 1000),
  })
} else if (major > 22 || (major === 22 && minor >= 12)) {
  // These versions run TypeScript only with a flag.
  const flags = ['--experimental-strip-types', '--no-warnings']
  const child = spawnSync(process.execPath, [...flags, fileURLToPath(import.meta.url), ...args], {
    stdio: 'inherit',
  })
  process.exitCode = child.status ?? 1
} else {
  console.error(`pay-checkout needs Node 22.12 or newer; this is ${process.versions.node}`)
  process.exitCode = 1
}
