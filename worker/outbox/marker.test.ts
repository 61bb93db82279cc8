import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { marker } from './marker.ts'

const index = env.ORDER_INDEX

beforeEach(async () => {
  await reset()
  await applyD1Migrations(index, env.TEST_MIGRATIONS)
})

/** A database that notes what it is asked, and fails where a test says so. */
function watched() {
  const asked: string[] = []
  const database = { isDown: false, asked }
  const note = <Answer>(sql: string, answer: () => Answer): Answer => {
    asked.push(sql.split(' ')[0] ?? '')
    if (database.isDown) throw new Error('the database is down')
    return answer()
  }
  const prepare = (sql: string) => note(sql, () => index.prepare(sql))
  const batch = (statements: D1PreparedStatement[]) => index.batch(statements)
  return { ...{ database, asked }, index: { prepare, batch } as unknown as D1Database }
}

/** A marker as a new isolate has it. */
const fresh = (name: 'jurisdiction' | 'name-key' = 'name-key') => marker(index, name, {})

describe('a marker', () => {
  it('is not there until one is settled', async () => {
    expect(await fresh().kept()).toBeUndefined()
    expect(await fresh().settle('first')).toBe('first')
    expect(await fresh().kept()).toBe('first')
    expect(await fresh('jurisdiction').kept()).toBeUndefined()
  })

  it('stays, whatever is settled later', async () => {
    await fresh().settle('first')

    expect(await fresh().settle('second')).toBe('first')
    expect(await fresh().kept()).toBe('first')
  })

  it('is the same for Workers that settle it at the same moment', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((one) => fresh().settle(one)))

    expect(new Set(answers).size).toBe(1)
    expect(await fresh().kept()).toBe(answers[0])
  })

  it('is read once by an isolate, and each under its own name', async () => {
    const { asked, index: counted } = watched()
    const settings = {}
    const [key, place] = [marker(counted, 'name-key', settings), marker(counted, 'jurisdiction', settings)]
    await fresh().settle('the key')
    await fresh('jurisdiction').settle('eu')

    const read = [await key.kept(), await place.kept(), await key.settle('x'), await place.kept()]

    expect(read).toEqual(['the key', 'eu', 'the key', 'eu'])
    expect(asked).toEqual(['SELECT', 'SELECT'])
  })

  it('is found by an isolate that asked before it was settled', async () => {
    const { kept } = fresh()
    expect(await kept()).toBeUndefined()

    await fresh().settle('first')

    expect(await kept()).toBe('first')
  })

  it('is not asked for again at once while the database is down, and is known all the same once it was read', async () => {
    const { database, index: failing, asked } = watched()
    const settings = {}
    const { kept, settle } = marker(failing, 'name-key', settings)
    await marker(failing, 'jurisdiction', settings).settle('eu')
    database.isDown = true

    for (const ask of [kept, () => settle('x'), kept]) await expect(ask()).rejects.toThrow(/database/)

    expect(asked.filter((word) => word === 'SELECT')).toHaveLength(2)
    expect(await marker(failing, 'jurisdiction', settings).kept()).toBe('eu')
  })
})
