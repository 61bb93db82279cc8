#!/usr/bin/env node
// The program: compiled in the package, from its sources in a clone. Plain JavaScript, so that a Node which cannot run
// TypeScript hands over to the one that the clone brings along.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url))
const isClone = existsSync(pathOf('pay-checkout.ts'))
const ownNode = pathOf('../node_modules/node/bin/node')

if (!isClone) {
  await import('./dist/pay-checkout.js')
} else if (process.features.typescript) {
  await import('./pay-checkout.ts')
} else if (existsSync(ownNode)) {
  const command = [pathOf('pay-checkout.js'), ...process.argv.slice(2)]
  const { status } = spawnSync(ownNode, command, { stdio: 'inherit' })
  process.exitCode = status ?? 1
} else {
  console.error('This clone has no dependencies yet. Type: npm ci')
  process.exitCode = 1
}
