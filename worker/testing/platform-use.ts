/** Counts what the platform bills, for all objects together. The isolate keeps the counts. */

/** What was used since the isolate began. */
export interface PlatformUse {
  /** Requests that reached the Worker; static files do not. */
  readonly requests: number
  /** Calls of objects, and sockets that were opened to them. */
  readonly calls: number
  readonly alarms: number
  /** What clients said over their sockets, and their goodbyes. The platform answers pings by itself, for nothing. */
  readonly messages: number
  readonly rowsRead: number
  readonly rowsWritten: number
  /** Time in which objects had work under way, in milliseconds: the calls of one object at a time count once. */
  readonly activeMs: number
}

const use = {
  requests: 0,
  calls: 0,
  alarms: 0,
  messages: 0,
  rowsRead: 0,
  rowsWritten: 0,
  activeMs: 0,
}

/** Adds to the counts. */
export function addUse(more: Partial<PlatformUse>): void {
  for (const [name, count] of Object.entries(more)) use[name as keyof PlatformUse] += count
}

/** The counts so far. Work that is under way counts when it ends. */
export const platformUse = (): PlatformUse => ({ ...use })

/** The platform's own methods → what they count as. Every other method is a call. */
const HANDLERS: Readonly<Record<string, 'alarms' | 'messages'>> = {
  alarm: 'alarms',
  webSocketMessage: 'messages',
  webSocketClose: 'messages',
}

/** A class of objects, as far as the counts need it. */
interface ObjectClass {
  readonly prototype: object
}

/** An object's work under way. */
interface Work {
  count: number
  since: number
}

/** State of an object → its work. A new instance after an eviction has a state of its own. */
const under = new WeakMap<object, Work>()

/** Replaces the methods of a class, and those that it inherits from the deployed one, by methods that count. */
export function countedMethods({ prototype }: ObjectClass): void {
  for (const name of methodsOf(prototype)) {
    const method = Reflect.get(prototype, name)
    const value = function (this: object, ...given: unknown[]) {
      addUse({ [HANDLERS[name] ?? 'calls']: 1 })
      return during(Reflect.get(this, 'ctx'), () => method.apply(this, given))
    }
    Reflect.defineProperty(prototype, name, { value, configurable: true, writable: true })
  }
}

function methodsOf(prototype: object): string[] {
  const classes = [prototype, Object.getPrototypeOf(prototype)]
  const names = new Set(classes.flatMap((one) => Object.getOwnPropertyNames(one)))
  names.delete('constructor')
  return [...names].filter((name) => typeof Reflect.get(prototype, name) === 'function')
}

/** Counts the work that an object leaves for later as time in which it is active. */
export function countBackground(ctx: DurableObjectState): void {
  const { waitUntil } = ctx
  const counted = (work: Promise<unknown>) =>
    waitUntil.call(
      ctx,
      during(ctx, () => work),
    )
  Reflect.set(ctx, 'waitUntil', counted)
}

function during<Value>(ctx: object, work: () => Value): Value {
  const own = under.get(ctx) ?? { count: 0, since: 0 }
  under.set(ctx, own)
  if (own.count === 0) own.since = Date.now()
  own.count += 1
  const end = () => {
    own.count -= 1
    if (own.count === 0) addUse({ activeMs: Date.now() - own.since })
  }
  const value = work()
  if (value instanceof Promise) void value.then(end, end)
  else end()
  return value
}
