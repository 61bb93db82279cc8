import { describe, expect, it } from 'vitest'
import { repositoryFiles } from '../checks/repository.ts'
import { exampleTable } from './example-table.ts'
import { chosenFor, USERS } from './examples.ts'
import { SCOPE } from './scope.ts'

const NAMES = ['html', 'react', 'server-node', 'vendure', 'vue']

describe('a run for a change', () => {
  it('tries every example that the change touches', () => {
    const paths = ['docs/frameworks.md', 'examples/vue/package.json', 'examples/react/src/Shop.tsx']

    expect(chosenFor(NAMES, paths, 0)).toEqual(['react', 'vue'])
  })

  it('does not take the README of all examples for one of them, nor a name for the beginning of another', () => {
    expect(chosenFor(NAMES, ['examples/README.md', 'examples/server-node2/server.ts'], 0)).toHaveLength(2)
  })

  it('tries an example whose stories the change touches', () => {
    const paths = ['e2e/packages/vendure/shop-admin.ts', 'e2e/packages/html.spec.ts', 'e2e/packages/steps.ts']

    expect(chosenFor(NAMES, paths, 0)).toEqual(['html', 'vendure'])
  })

  it('tries one by turns of those that import a package which the change touches', () => {
    const paths = ['packages/server/src/certain.ts', 'packages/tag/package.json']
    const turns = [0, 1, 2].map((turn) => chosenFor(NAMES, paths, turn))

    expect(turns).toEqual([
      ['server-node', 'html'],
      ['vendure', 'react'],
      ['server-node', 'vue'],
    ])
  })

  it('tries no second one for a package where the change touches one that imports it', () => {
    const paths = ['packages/server/README.md', 'packages/tag/package.json', 'examples/vue/package.json']

    expect(chosenFor(NAMES, paths, 1)).toEqual(['vue', 'vendure'])
  })

  it('tries two by turns where the change touches none, until all had theirs', () => {
    const turns = [0, 1, 2].map((turn) => chosenFor(['a', 'b', 'c'], [], turn))

    expect(turns).toEqual([
      ['a', 'b'],
      ['c', 'a'],
      ['b', 'c'],
    ])
  })

  it('tries the only one that there is', () => {
    expect(chosenFor(['a'], [], 7)).toEqual(['a'])
  })
})

it.each(Object.entries(USERS))('knows which examples import the package: %s', async (name, users) => {
  const files = await repositoryFiles((path) => /^examples\/.+\/.+\.\w+$/.test(path))
  const importing = files.filter(({ text }) => text.includes(`${SCOPE}/${name}`))

  expect([...new Set(importing.map(({ path }) => path.split('/')[1]))].toSorted()).toEqual(users)
})

it('closes with the seconds of each step, what failed, and what there was no time for', () => {
  const table = exampleTable([
    {
      name: 'react',
      seconds: { install: 9.27, types: 3.55, build: 1.64, mount: 1.9, remount: 4.4, paid: 2.3 },
    },
    { name: 'server-node', seconds: { install: 10 }, obstacle: 'types' },
    { name: 'vue', seconds: {}, obstacle: 'time' },
  ])

  expect(table.split('\n')).toEqual([
    'example      install  types  build  mount  remount  paid  refunded    total',
    'react            9.3    3.5    1.6    1.9      4.4   2.3         –     23.1',
    'server-node     10.0      ✗      –      –        –     –         –     10.0',
    'vue                –      –      –      –        –     –         –  no time',
  ])
})
