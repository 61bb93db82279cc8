/** Counts the cost of orders: how often an object was created, and the rows it wrote. The isolate keeps the counts. */

import { addUse } from './platform-use.ts'

/** The cost of one order since the isolate began. */
export interface Figures {
  /** How often its object was created: after eviction the next call or alarm creates it again. */
  readonly awakenings: number
  /** Billed rows by kind: each value that is put or deleted, each alarm that is set, and rows of the index. */
  readonly rows: Readonly<Record<string, number>>
}

interface Counter {
  awakenings: number
  readonly rows: Map<string, number>
}

const counters = new Map<string, Counter>()

/** Calls are counted beside the rows. */
const CALL = 'call'

function counterOf(order: string): Counter {
  const counter = counters.get(order) ?? { awakenings: 0, rows: new Map() }
  counters.set(order, counter)
  return counter
}

/** The cost of an order so far. */
export function figuresOf(order: string): Figures {
  const { awakenings, rows } = counterOf(order)
  return { awakenings, rows: Object.fromEntries([...rows].filter(([row]) => row !== CALL)) }
}

/** Kind of object → rows that all of them wrote, and calls that they got. */
export interface Costs {
  readonly rows: Readonly<Record<string, number>>
  readonly calls: Readonly<Record<string, number>>
}

const KINDS = ['network', 'email', 'card', 'holds', 'edge', 'offer', 'mail-address', 'mail-key', 'mail-quota']

/** An object of the limiter is named by its kind. Every other name is an order's. */
const kindOf = (name: string) => KINDS.find((kind) => name.split(' ', 1)[0] === kind) ?? 'order'

/** The cost of all objects so far. */
export function costs(): Costs {
  const rows: Record<string, number> = {}
  const calls: Record<string, number> = {}
  for (const [name, counter] of counters) {
    const kind = kindOf(name)
    for (const [row, count] of counter.rows) {
      const sums = row === CALL ? calls : rows
      sums[kind] = (sums[kind] ?? 0) + count
    }
  }
  return { rows, calls }
}

/** Counts a call of an object. */
export const countCall = (name: string): void => add(name, CALL)

/** Counts the creation of an order's object, and its writes from now on. */
export function countStorage(order: string, storage: DurableObjectStorage): void {
  counterOf(order).awakenings += 1
  const { kv } = storage
  for (const name of ['put', 'delete'] as const) counting(kv, name, (key) => add(order, String(key)))
  counting(kv, 'get', () => addUse({ rowsRead: 1 }))
  for (const name of ['setAlarm', 'deleteAlarm'] as const) counting(storage, name, () => add(order, 'alarm'))
}

/** An index that counts the rows that an order writes. */
export function countedIndex(order: string, index: D1Database): D1Database {
  const batch = async <Row>(statements: D1PreparedStatement[]) => {
    const results = await index.batch<Row>(statements)
    for (const { meta } of results) {
      add(order, 'index', meta.rows_written)
      addUse({ rowsRead: meta.rows_read })
    }
    return results
  }
  return { batch, prepare: (statement: string) => index.prepare(statement) } as D1Database
}

function add(order: string, kind: string, count = 1): void {
  const { rows } = counterOf(order)
  rows.set(kind, (rows.get(kind) ?? 0) + count)
  if (kind !== CALL) addUse({ rowsWritten: count })
}

/** Wraps a method of the platform so that every call is counted. */
function counting(target: object, name: string, note: (first: unknown) => void): void {
  const method = Reflect.get(target, name)
  Reflect.set(target, name, (...given: unknown[]) => {
    note(given[0])
    return method.apply(target, given)
  })
}
