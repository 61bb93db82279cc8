import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { type Done, deploy } from './deploy.ts'
import { ROOT } from './root.ts'

const NAMED = '[[d1_databases]]\nbinding = "ORDER_INDEX"\ndatabase_name = "pay-checkout"\n\n[vars]\n'

const DONE: Done = { code: 0, output: '' }

/** An account with a wrangler in the test's hands. */
function account(databases: string[], fails: Readonly<Record<string, string>> = {}, config = NAMED) {
  const ran: string[] = []
  const said: string[] = []
  const file = { text: config }
  const wrangler = async (...args: string[]): Promise<Done> => {
    const command = args.join(' ')
    ran.push(command)
    const failure = Object.entries(fails).find(([name]) => command.startsWith(name))
    if (failure) return { code: 1, output: failure[1] }
    if (args[1] === 'create') databases.push(args[2] ?? '')
    if (args[1] !== 'list') return DONE
    return { code: 0, output: JSON.stringify(databases.map((name) => ({ name, uuid: `id-of-${name}` }))) }
  }
  const place = {
    wrangler,
    readConfig: async () => file.text,
    writeConfig: async (text: string) => {
      file.text = text
    },
    say: (line: string) => void said.push(line),
    keepReleases: async (edge: string) => fails[edge],
  }
  return { place, ran, said, file }
}

const APPLY = 'd1 migrations apply ORDER_INDEX --remote'

describe('npm run deploy', () => {
  it('makes the database on a new account, then its tables, then uploads', async () => {
    const { place, ran, file } = account([])

    expect(await deploy(place)).toBe(0)

    expect(ran).toEqual(['d1 list --json', 'd1 create pay-checkout', 'd1 list --json', APPLY, 'deploy'])
    expect(file.text).toBe(
      NAMED.replace('"pay-checkout"\n', '"pay-checkout"\ndatabase_id = "id-of-pay-checkout"\n'),
    )
  })

  it('does nothing where a file of an earlier release cannot be kept', async () => {
    const edge = 'https://pay.example.com'
    const { place, ran, said } = account(
      ['pay-checkout'],
      { [edge]: 'another file' },
      `${NAMED}PUBLIC_URL = "${edge}"\n`,
    )

    expect(await deploy(place)).toBe(1)

    expect(ran).toEqual([])
    expect(said.join()).toContain('another file')
  })

  it.each([
    ['goes on where the address does not exist before the first deployment', 'ENOTFOUND', 0],
    ['does nothing where the live edge cannot be reached', 'ECONNRESET', 1],
  ])('%s', async (_, code, result) => {
    const { place } = account(['pay-checkout'], {}, `${NAMED}PUBLIC_URL = "https://pay.example.com"\n`)
    const keepReleases = () => Promise.reject(new TypeError('fetch failed', { cause: { code } }))

    expect(await deploy({ ...place, keepReleases })).toBe(result)
  })

  it('makes the database in the jurisdiction of the settings', async () => {
    const { place, ran } = account([], {}, `${NAMED}JURISDICTION = "eu"\n`)

    expect(await deploy(place)).toBe(0)

    expect(ran).toContain('d1 create pay-checkout --jurisdiction eu')
  })

  it('uploads nothing where a database of that name exists, and its jurisdiction is not known', async () => {
    const { place, ran, said } = account(['pay-checkout'], {}, `${NAMED}JURISDICTION = "eu"\n`)

    expect(await deploy(place)).toBe(1)

    expect(ran).toEqual(['d1 list --json'])
    expect(said.join()).toContain('outside of the jurisdiction eu')
  })

  it.each(['none', undefined])('makes the database anywhere where JURISDICTION is %s', async (value) => {
    const { place, ran } = account([], {}, value ? `${NAMED}JURISDICTION = "${value}"\n` : NAMED)

    expect(await deploy(place)).toBe(0)

    expect(ran).toContain('d1 create pay-checkout')
  })

  it('takes the database that is there, and asks no more once the file names it', async () => {
    const { place, ran, file } = account(['other', 'pay-checkout'])

    await deploy(place)
    const { text } = file
    await deploy(place)

    expect(ran).toEqual(['d1 list --json', APPLY, 'deploy', APPLY, 'deploy'])
    expect(file.text).toBe(text)
  })

  it.each([
    ['the account cannot be asked', 'd1 list', []],
    ['the database cannot be made', 'd1 create', ['d1 list --json', 'd1 create pay-checkout']],
    ['a migration fails', 'd1 migrations', undefined],
  ])('uploads nothing where %s', async (_, command, expected) => {
    const { place, ran, said } = account(command === 'd1 migrations' ? ['pay-checkout'] : [], {
      [command]: 'no such thing',
    })

    const code = await deploy(place)

    expect(code).toBe(1)
    expect(ran).not.toContain('deploy')
    if (expected?.length) expect(ran).toEqual(expected)
    expect(said.join('\n')).toContain('no such thing')
  })

  it('finds the database in the project’s own configuration', async () => {
    const own = await readFile(join(ROOT, 'wrangler.toml'), 'utf8')
    const { place, ran } = account(['pay-checkout'], {}, own)

    expect(await deploy(place)).toBe(0)
    expect(ran.slice(-2)).toEqual([APPLY, 'deploy'])
  })
})

const FOLDER = join(ROOT, 'worker/outbox/migrations')

const migrations = await Promise.all(
  (await readdir(FOLDER)).sort().map(async (name) => readFile(join(FOLDER, name), 'utf8')),
)

/** The columns of every table. */
function columnsOf(database: DatabaseSync): [table: string, columns: { name: string; type: string }[]][] {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  return tables.map(({ name }) => [
    String(name),
    database.prepare(`PRAGMA table_info(${name})`).all() as { name: string; type: string }[],
  ])
}

describe('migrations', () => {
  it.each(migrations.map((_, place) => [place + 1]))(
    'after the %sth leave the Worker before what it writes and reads',
    (place) => {
      const database = new DatabaseSync(':memory:')
      for (const sql of migrations.slice(0, place)) database.exec(sql)
      const before = columnsOf(database)

      for (const sql of migrations.slice(place)) database.exec(sql)

      for (const [table, columns] of before) {
        const names = columns.map(({ name }) => name).join(', ')
        const values = columns.map(({ type }) => (/INT/i.test(type) ? 1 : 'x'))
        const holes = values.map(() => '?').join(', ')
        database.prepare(`INSERT INTO ${table} (${names}) VALUES (${holes})`).run(...values)
        expect(Object.values(database.prepare(`SELECT ${names} FROM ${table}`).get() ?? {})).toEqual(values)
      }
      expect(before.length).toBeGreaterThan(0)
    },
  )

  it('only add', () => {
    for (const sql of migrations) expect(sql).not.toMatch(/\b(DROP\s+(TABLE|COLUMN)|RENAME|DELETE\s+FROM)\b/i)
  })
})
