import { describe, expect, it } from 'vitest'
import { repositoryFiles } from './repository.ts'
import { missingRows } from './stored-rows.ts'

const PAGE = { path: 'docs/stored-rows.md', text: '| `known` | `held:` | `a_table` | `AnObject` |' }

const missing = (text: string, path = 'worker/limits/new.ts') => missingRows([PAGE, { path, text }])

describe('a stored row that the page does not name', () => {
  it.each([
    ['by its key', "storage.kv.put('new', state)", 'new'],
    ['by a constant', "const ROW = 'new'\nconst state = this.ctx.storage.kv.get<State>(ROW)", 'new'],
    ['by what its key begins with', "const ROW = 'new:'\nrows.put(ROW + order, 1)", 'new:'],
    ['where rows are listed', "const ROW = 'new:'\nrows.list<Row>({ prefix: ROW })", 'new:'],
    ['in a list of keys', "for (const row of ['known', 'new']) this.#kv.get(row)", 'new'],
    ['by a key that nobody can read here', 'kv.put(nameOf(order), 1)', 'nameOf'],
    ['as a table', '`CREATE TABLE new (id TEXT)`', 'new'],
    ['as an object', 'export class New extends DurableObject<Env> {', 'New'],
  ])('is found %s', (_, text, name) => {
    expect(missing(text)).toEqual([`worker/limits/new.ts: docs/stored-rows.md does not name \`${name}\``])
  })

  it('is found in a migration', () => {
    expect(missing('CREATE TABLE new (\n', 'worker/outbox/migrations/0009_new.sql')).toHaveLength(1)
  })
})

describe('no problem', () => {
  it.each([
    ["storage.kv.put('known', state)", 'worker/limits/a.ts'],
    ["const ROW = 'held:'\nrows.put(ROW + order, 1)", 'worker/order/a.ts'],
    ['CREATE TABLE a_table (id TEXT)', 'worker/outbox/migrations/0001_a.sql'],
    ["storage.kv.put('new', state)", 'worker/limits/a.test.ts'],
    ["storage.kv.put('new', state)", 'worker/order/testing/a.ts'],
    ["storage.kv.put('new', state)", 'sandbox/store/a.ts'],
  ])('is %s in %s', (text, path) => {
    expect(missing(text, path)).toEqual([])
  })
})

it('the edge stores ten rows and three tables at least, which the check reads', async () => {
  const found = missingRows((await repositoryFiles()).filter(({ path }) => path !== PAGE.path))

  const names = found.map((problem) => problem.split('`')[1])
  expect(names).toEqual(expect.arrayContaining(['order', 'personal', 'messages', 'sold', 'held:', 'waste:']))
  expect(names).toEqual(
    expect.arrayContaining(['holds', 'tries', 'turns', 'tally', 'notices', 'refusals', 'made']),
  )
  expect(names).toEqual(expect.arrayContaining(['order_index', 'order_ids', 'markers', 'OrderIndexShard']))
})
