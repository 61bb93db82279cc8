/**
 * Runs a Worker in workerd without wrangler's proxy in front of it, which costs a third of each request:
 * `node lean-worker.ts <file with options>`. Nothing is watched.
 */
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { Miniflare } from 'miniflare'
import { type LeanOptions, miniflareOptions } from './lean-options.ts'

const [, , file = ''] = process.argv
const options = JSON.parse(await readFile(file, 'utf8')) as LeanOptions
const worker = new Miniflare(await miniflareOptions(options))
await worker.ready
process.once('SIGTERM', () => void worker.dispose().then(() => process.exit()))
