/** JSON in a storage of the browser, which may be refused, full, or null where an app has switched it off. */
import { toJson } from './to-json.ts'
import { tryTo } from './try-to.ts'

/** Reads a value; `undefined` where there is none that can be read. The page's scripts may have written it. */
export const readStored = (storage: () => Storage, key: string) =>
  tryTo(() => JSON.parse(storage().getItem(key) ?? 'null') ?? undefined)

/** Stores a value, or removes it where it is `undefined`. @returns Whether the browser did. */
export const store = (storage: () => Storage, key: string, value?: object) =>
  tryTo(() => {
    if (value) storage().setItem(key, toJson(value))
    else storage().removeItem(key)
    return true
  })
