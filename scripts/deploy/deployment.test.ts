import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../root.ts'

/** A deployment that is ended while wrangler has the secrets. */
const UPLOADING = `
  import { withSecretsFile } from './scripts/deploy/deployment.ts'
  await withSecretsFile({ TOKEN_KEY: 'secret' }, (path) => {
    process.stdout.write(path)
    return new Promise(() => setInterval(() => undefined, 1000))
  })`

describe('the file with secrets for wrangler', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('is readable by its owner alone, and gone after %s', async (signal, expected) => {
    const deploying = spawn('node', ['--input-type=module', '-e', UPLOADING], {
      ...{ cwd: ROOT, env: process.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [path] = (await once(deploying.stdout, 'data')).map(String)
    const mode = statSync(path ?? '').mode & 0o777

    deploying.kill(signal)
    const [code] = await once(deploying, 'exit')

    expect([mode, code]).toEqual([0o600, expected])
    expect(existsSync(dirname(path ?? ''))).toBe(false)
  })
})
