#!/usr/bin/env node
// The program in a clone. Plain JavaScript, so that a Node which cannot run TypeScript still starts it and prints one clear line.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (process.features.typescript) {
  await import('./pay-checkout.ts')
} else if (major > 22 || (major === 22 && minor >= 12)) {
  // These versions run TypeScript only with a flag.
  const flags = ['--experimental-strip-types', '--no-warnings']
  const program = fileURLToPath(import.meta.url)
  const child = spawnSync(process.execPath, [...flags, program, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  process.exitCode = child.status ?? 1
} else {
  console.error(
    `A clone of pay-checkout needs Node 22.12 or newer; this is ${process.versions.node}. The package runs on Node 20.`,
  )
  process.exitCode = 1
}
