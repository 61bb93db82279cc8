import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../root.ts'
import { lockOf } from './runtime-lock.ts'

const LOCK = {
  packages: {
    '': { dependencies: { tool: '1.0.0', other: '1.0.0' } },
    'node_modules/tool': { version: '1.0.0', dev: true, dependencies: { part: '^2', shared: '^1' } },
    'node_modules/tool/node_modules/part': { version: '2.1.0', dev: true, dependencies: { shared: '^1' } },
    'node_modules/part': { version: '1.0.0' },
    'node_modules/shared': { version: '1.2.0', optionalDependencies: { binary: '1.2.0' } },
    'node_modules/binary': { version: '1.2.0' },
    'node_modules/other': { version: '1.0.0' },
  },
}

describe('lockOf', () => {
  it('has the package with all that it needs, from where it finds it, and nothing else', () => {
    const { manifest, lock } = lockOf('tool', LOCK)

    expect(manifest.dependencies).toEqual({ tool: '1.0.0' })
    expect(Object.keys(lock.packages)).toEqual([
      '',
      'node_modules/binary',
      'node_modules/shared',
      'node_modules/tool',
      'node_modules/tool/node_modules/part',
    ])
  })

  it('installs what only developers of the larger project had', () => {
    const { lock } = lockOf('tool', LOCK)

    expect(JSON.stringify(lock)).not.toContain('"dev"')
  })

  it('names what the lock lacks', () => {
    expect(() => lockOf('gone', LOCK)).toThrow('the lock file lacks gone')
  })

  it('finds the runtime in the project’s own lock, with a digest for each package', async () => {
    const { lock } = lockOf('miniflare', JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')))

    const { '': _, ...packages } = lock.packages
    expect(Object.keys(packages)).toContain('node_modules/workerd')
    expect(Object.values(packages).filter((one) => !JSON.stringify(one).includes('sha512'))).toEqual([])
  })
})
