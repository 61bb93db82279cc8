import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTables } from './index-tables.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-tables-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** Opens the one database that the edge will find in a folder. */
async function database(state = folder): Promise<DatabaseSync> {
  const databases = join(state, 'edge/v3/d1/miniflare-D1DatabaseObject')
  const [file = '', ...others] = (await readdir(databases)).filter((name) =>
    /^[0-9a-f]{64}\.sqlite$/.test(name),
  )
  expect(others).toEqual([])
  return new DatabaseSync(join(databases, file))
}

it('makes the tables of the list of orders, and leaves them alone from then on', async () => {
  await makeTables(folder)
  const made = await database()
  made.exec("INSERT INTO order_ids (id) VALUES ('kept')")
  made.close()

  await makeTables(folder)

  const again = await database()
  expect(again.prepare('SELECT id FROM order_ids').all()).toEqual([{ id: 'kept' }])
  expect(again.prepare('SELECT id FROM order_index').all()).toEqual([])
  again.close()
}, 60_000)

it('keeps their rows when it applies the migrations again', async () => {
  await writeFile(join(folder, 'tables.sha256'), 'of older migrations')

  await makeTables(folder)

  const again = await database()
  expect(again.prepare('SELECT id FROM order_ids').all()).toEqual([{ id: 'kept' }])
  again.close()
}, 60_000)

it('makes the same tables in another folder, and puts nothing of the first into it', async () => {
  const other = join(folder, 'other')

  await makeTables(other)

  const tables = await database(other)
  expect(tables.prepare('SELECT id FROM order_ids').all()).toEqual([])
  expect(tables.prepare('SELECT id FROM order_index').all()).toEqual([])
  expect(tables.prepare('SELECT count(*) AS applied FROM d1_migrations').get()).not.toEqual({ applied: 0 })
  tables.close()
}, 60_000)
