import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let clone: string

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'pay-checkout-clone-'))
  await mkdir(join(clone, 'scripts'))
  for (const file of ['run.js', 'dependencies.js', 'starter-watch.ts'])
    await copyFile(join(import.meta.dirname, file), join(clone, 'scripts', file))
  await writeFile(join(clone, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(clone, 'scripts/dev.ts'),
    `export const main = async (args: string[]) => console.log('ran', args.join(' '), process.argv0) ?? 7`,
  )
  await writeFile(join(clone, 'npm-cli.js'), NPM)
})

afterEach(() => rm(clone, { recursive: true }))

/** Stands in for npm: installs a Node, as `npm ci` does, and keeps what it was asked. */
const NPM = `
  import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
  writeFileSync('asked', process.argv.slice(2).join(' '))
  if (process.env.NO_NETWORK) process.exit(1)
  mkdirSync('node_modules/node/bin', { recursive: true })
  symlinkSync(process.execPath, 'node_modules/node/bin/node')
  writeFileSync('node_modules/.package-lock.json', '{}')
`

/** Runs `dev` in the clone. */
async function run({ flags = [] as string[], env = {} as Record<string, string> } = {}) {
  const child = spawn(process.execPath, [...flags, 'scripts/run.js', 'dev', '--port-base', '6000'], {
    cwd: clone,
    env: { ...process.env, npm_execpath: join(clone, 'npm-cli.js'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await exited
  return { code, output, errors }
}

const asked = () => readFile(join(clone, 'asked'), 'utf8').catch(() => undefined)

describe('a script in a fresh clone', () => {
  it('says how much it fetches, fetches it, and runs', async () => {
    const { code, output } = await run()

    expect(output).toMatch(/^Fetching the dependencies, once: about \d+ MB to download, \d+ MB on the disk/)
    expect(output).toContain(`ran --port-base 6000 ${process.execPath}`)
    expect(await asked()).toBe('ci --no-audit --no-fund')
    expect(code).toBe(7)
  })

  it('runs on the Node that came along where the one of the machine runs no TypeScript', async () => {
    const { code, output } = await run({ flags: ['--no-experimental-strip-types'] })

    expect(output).toContain(`ran --port-base 6000 ${join(clone, 'node_modules/node/bin/node')}`)
    expect(code).toBe(7)
  })

  it('fetches nothing where everything is there', async () => {
    await run()
    await rm(join(clone, 'asked'))

    const { output } = await run()

    expect(output).toMatch(/^ran /)
    expect(await asked()).toBeUndefined()
  })

  it('says what to type where npm could not fetch everything', async () => {
    const { code, errors } = await run({ env: { NO_NETWORK: 'yes' } })

    expect(errors).toBe('The dependencies are not all here: npm says why above. Then type: npm ci\n')
    expect(code).toBe(1)
  })

  it('says what to type where npm did not start it', async () => {
    const { code, errors } = await run({ env: { npm_execpath: '' } })

    expect(errors).toBe('This runs by npm. Type: npm run dev\n')
    expect(code).toBe(1)
    expect(await asked()).toBeUndefined()
  })
})
