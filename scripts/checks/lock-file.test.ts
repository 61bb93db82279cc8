import { describe, expect, it } from 'vitest'
import { addressed, installedForTests, missingOptional } from './lock-file.ts'

const optionalDependencies = { '@tool/linux': '1.0.0', '@tool/mac': '1.0.0' }

describe('missingOptional', () => {
  it('finds the platform that npm left out', () => {
    const lock = {
      packages: { 'node_modules/tool': { optionalDependencies }, 'node_modules/@tool/linux': {} },
    }

    expect(missingOptional(lock)).toEqual(['node_modules/tool: @tool/mac is missing'])
  })

  it('looks where Node would, beside the package and above it', () => {
    const lock = {
      packages: {
        'node_modules/a/node_modules/tool': { optionalDependencies },
        'node_modules/a/node_modules/@tool/linux': {},
        'node_modules/@tool/mac': {},
      },
    }

    expect(missingOptional(lock)).toEqual([])
  })

  it('does not take a package that lies below another one', () => {
    const lock = {
      packages: {
        '': { optionalDependencies: { '@tool/mac': '1.0.0' } },
        'node_modules/a/node_modules/@tool/mac': {},
      },
    }

    expect(missingOptional(lock)).toEqual(['the project: @tool/mac is missing'])
  })
})

describe('addressed', () => {
  it('finds the address of a registry', () => {
    const lock = {
      packages: {
        'node_modules/a': { resolved: 'https://registry.example.com/a.tgz' },
        'node_modules/b': {},
      },
    }

    expect(addressed(lock)).toEqual([expect.stringContaining('node_modules/a')])
  })

  it('takes a link to a folder of the project', () => {
    expect(addressed({ packages: { 'node_modules/a': { resolved: 'packages/a', link: true } } })).toEqual([])
  })
})

describe('installedForTests', () => {
  const old = { zone: '0.11.8' }

  it('finds what a package of stories needs, and no package of its tools', () => {
    const packages = {
      '': { dependencies: { lit: '3.3.3' } },
      'e2e/libraries': { dependencies: old },
      'e2e/clients/node_modules/tool': { dependencies: old },
    }

    expect(installedForTests({ packages })).toEqual(['e2e/libraries: zone belongs in devDependencies'])
  })
})
