/**
 * Pages whose own scripts stand in the tag's way. Each row is a page that somebody has, and the tag pays on it: what a script
 * of the page declares before the tag's, in the words of that script.
 */
import { it } from 'vitest'
import { describeShopper } from './engine-shopper.ts'
import { paysForTheMug, withHead } from './strange-page.ts'

/** A library's promises: what every browser of ten years ago had, and nothing else. */
const OLD_PROMISE = `{
  const Native = Promise
  const wrapped = (native) => new OldPromise((resolve, reject) => native.then(resolve, reject))
  class OldPromise {
    constructor(run) { this.native = new Native(run) }
    then(...given) { return wrapped(this.native.then(...given)) }
    catch(given) { return this.then(undefined, given) }
    static resolve(value) { return wrapped(Native.resolve(value)) }
    static reject(reason) { return wrapped(Native.reject(reason)) }
    static all(all) { return wrapped(Native.all(all)) }
    static race(all) { return wrapped(Native.race(all)) }
  }
  window.Promise = OldPromise
}`

/**
 * What the page declares → its script. A page that replaces `Map` as a property stops the browser's driver too, so that no
 * story can say what the tag does there.
 */
const DECLARED: readonly (readonly [what: string, script: string])[] = [
  ['promises of an old zone', OLD_PROMISE],
  ['something else as its promises', `var Promise = { later: [] }`],
  ['an address as URL', `var URL = 'https://shop.example.com/'`],
  ['a class URL', `class URL { constructor(path) { this.path = path } }`],
  ['a constant crypto', `const crypto = { encrypt: (text) => text }`],
  ['a class Event', `class Event { constructor(title) { this.title = title } }`],
  ['a function Event', `function Event(title) { this.title = title }`],
  ['a variable open', `let open = false`],
  ['a property open', `var open = false`],
  ['a function fetch of another kind', `let fetch = (path) => path`],
  ['a class Map', `class Map { constructor(place) { this.place = place } }`],
  ['a function Set', `function Set(values) { this.values = values }`],
  ['a list as its history', `const history = []`],
  ['a date as Date', `let Date = '2026-11-27'`],
  ['a clock of its own', `const performance = { now: () => 0 }`],
  ['a timer of its own', `let setTimeout = 0`],
  ['a store of its own', `const localStorage = { items: [] }`],
  ['listeners of its own', `const addEventListener = (target, name, act) => target.attachEvent(name, act)`],
  ['numbers of its own', `class Number {}; class Symbol {}`],
]

/** Describes a shopper on each of these pages, in the engine that `PAY_BROWSER` names. */
export const describeHostilePages = () =>
  describeShopper((open) => {
    it.each(DECLARED)('pays on a page that declares %s', async (_, script) => {
      const tab = await open(await withHead(`<script>${script}</script>`))

      await paysForTheMug(tab)
      await tab.close()
    })
  })
