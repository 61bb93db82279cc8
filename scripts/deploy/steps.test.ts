import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Secrets } from '../../cli/setup/secret-settings.ts'
import { ROOT } from '../root.ts'
import { type Done, deploy, type Place } from './steps.ts'

const DONE: Done = { code: 0, output: '' }

/** What is in the way of a deployment, and what its files have. */
interface Situation {
  readonly databases?: string[]
  /** Names of the Worker's secrets; absent: there is no such Worker. */
  readonly deployed?: readonly string[]
  /** Start of a command, or an edge → its failure. */
  readonly fails?: Readonly<Record<string, string>>
  readonly vars?: Readonly<Record<string, string>>
  readonly secrets?: Secrets
}

const NOT_FOUND = 'Worker "pay-checkout" not found.\n\nIf this is a new Worker, run `wrangler deploy` first.'

/** An account with a wrangler in the test's hands. */
function account({ databases = [], deployed, fails = {}, vars = {}, secrets = {} }: Situation) {
  const ran: string[] = []
  const said: string[] = []
  const handed: Secrets[] = []
  let id: string | undefined
  const answers: Readonly<Record<string, () => Done>> = {
    'd1 list': () => json(databases.map((name) => ({ name, uuid: `id-of-${name}` }))),
    'secret list': () =>
      deployed ? json(deployed.map((name) => ({ name }))) : { code: 1, output: NOT_FOUND },
  }
  const wrangler = async (...args: string[]): Promise<Done> => {
    const command = args.join(' ')
    ran.push(command)
    const failure = Object.entries(fails).find(([name]) => command.startsWith(name))
    if (failure) return { code: 1, output: failure[1] }
    if (args[1] === 'create') databases.push(args[2] ?? '')
    return answers[`${args[0]} ${args[1]}`]?.() ?? DONE
  }
  const place: Place = {
    ...{ wrangler, secrets },
    config: async () => ({
      name: 'pay-checkout',
      d1_databases: [
        {
          binding: 'ORDER_INDEX',
          database_name: 'pay-checkout',
          ...(id !== undefined && { database_id: id }),
        },
      ],
      vars,
    }),
    keepDatabaseId: async (found) => {
      id = found
    },
    withSecretsFile: async (some, step) => {
      handed.push(some)
      return step('a-file')
    },
    say: (line) => void said.push(line),
    keepReleases: async (edge) => fails[edge],
  }
  return { place, ran, said, handed, idOf: () => id }
}

const json = (value: unknown): Done => ({ code: 0, output: `a line of wrangler\n${JSON.stringify(value)}` })

const APPLY = 'd1 migrations apply ORDER_INDEX --remote'

const EDGE = 'https://pay.example.com'

describe('npm run deploy', () => {
  it('makes the database on a new account, then its tables, then uploads', async () => {
    const { place, ran, idOf } = account({})

    expect(await deploy(place)).toBe(0)

    expect(ran).toEqual(['d1 list --json', 'd1 create pay-checkout', 'd1 list --json', APPLY, 'deploy'])
    expect(idOf()).toBe('id-of-pay-checkout')
  })

  it('does nothing where a file of an earlier release cannot be kept', async () => {
    const { place, ran, said } = account({ fails: { [EDGE]: 'another file' }, vars: { PUBLIC_URL: EDGE } })

    expect(await deploy(place)).toBe(1)

    expect(ran).toEqual([])
    expect(said.join()).toContain('another file')
  })

  it.each([
    ['goes on where the address does not exist before the first deployment', 'ENOTFOUND', 0],
    ['does nothing where the live edge cannot be reached', 'ECONNRESET', 1],
  ])('%s', async (_, code, result) => {
    const { place } = account({ vars: { PUBLIC_URL: EDGE } })
    const keepReleases = () => Promise.reject(new TypeError('fetch failed', { cause: { code } }))

    expect(await deploy({ ...place, keepReleases })).toBe(result)
  })

  it('makes the database in the jurisdiction of the settings', async () => {
    const { place, ran } = account({ vars: { JURISDICTION: 'eu' } })

    expect(await deploy(place)).toBe(0)

    expect(ran).toContain('d1 create pay-checkout --jurisdiction eu')
  })

  it('uploads nothing where a database of that name exists, and its jurisdiction is not known', async () => {
    const { place, ran, said } = account({ databases: ['pay-checkout'], vars: { JURISDICTION: 'eu' } })

    expect(await deploy(place)).toBe(1)

    expect(ran).toEqual(['d1 list --json'])
    expect(said.join()).toContain('outside of the jurisdiction eu')
  })

  it.each(['none', undefined])('makes the database anywhere where JURISDICTION is %s', async (value) => {
    const { place, ran } = account({ vars: value ? { JURISDICTION: value } : {} })

    expect(await deploy(place)).toBe(0)

    expect(ran).toContain('d1 create pay-checkout')
  })

  it('takes the database that is there, and asks no more once its id is kept', async () => {
    const { place, ran } = account({ databases: ['other', 'pay-checkout'] })

    await deploy(place)
    await deploy(place)

    expect(ran).toEqual(['d1 list --json', APPLY, 'deploy', APPLY, 'deploy'])
  })

  it.each([
    ['the account cannot be asked', 'd1 list', ['d1 list --json']],
    ['the database cannot be made', 'd1 create', ['d1 list --json', 'd1 create pay-checkout']],
    [
      'a migration fails',
      'd1 migrations',
      ['d1 list --json', 'd1 create pay-checkout', 'd1 list --json', APPLY],
    ],
    ['the Worker cannot be asked for its secrets', 'secret list', undefined],
  ])('uploads nothing where %s', async (_, command, expected) => {
    const { place, ran, said } = account({
      fails: { [command]: 'no such thing' },
      secrets: { TOKEN_KEY: 'a' },
    })

    expect(await deploy(place)).toBe(1)

    expect(ran.filter((one) => one.startsWith('deploy'))).toEqual([])
    if (expected) expect(ran).toEqual(expected)
    expect(said.join('\n')).toContain('no such thing')
  })

  it('gives a new Worker every secret, in a file', async () => {
    const secrets = { GATEWAY_CONTROL_KEY: 'the control key', TOKEN_KEY: 'the token key' }
    const { place, ran, said, handed } = account({ secrets })

    expect(await deploy(place)).toBe(0)

    expect(handed).toEqual([secrets])
    expect(ran.at(-1)).toBe('deploy --secrets-file a-file')
    expect([...ran, ...said].join()).not.toMatch(/the control key|the token key/)
  })

  it('leaves a secret alone that the Worker has: this machine may have a former one', async () => {
    const secrets = { TOKEN_KEY: 'former', WEBHOOK_SECRET: 'new' }
    const { place, handed } = account({ secrets, deployed: ['TOKEN_KEY'] })

    expect(await deploy(place)).toBe(0)

    expect(handed).toEqual([{ WEBHOOK_SECRET: 'new' }])
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
