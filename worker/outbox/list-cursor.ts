/** Where a page of the list ended: the key of its last entry, so that entries added meanwhile shift nothing. */
import { toBase64Url } from '../config/base64url.ts'
import type { OrderEntry } from './listed-order.ts'

export type Position = Pick<OrderEntry, 'startedAt' | 'id'>

const POSITION = /^(\d{1,15})\.([A-Za-z0-9_-]{1,64})$/

/** No cursor comes near it; what is longer is not looked at. */
const MAX_CHARACTERS = 120

/** Writes a position as text that callers hand back unread. */
export const cursorOf = ({ startedAt, id }: Position) =>
  toBase64Url(new TextEncoder().encode(`${startedAt}.${id}`))

/** @returns The position; `undefined` for what `cursorOf` did not write. */
export function positionOf(cursor: string): Position | undefined {
  if (cursor.length > MAX_CHARACTERS || !/^[\w-]+$/.test(cursor)) return undefined
  try {
    const [, startedAt, id] = POSITION.exec(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))) ?? []
    return startedAt && id ? { startedAt: Number(startedAt), id } : undefined
  } catch {
    // `atob` throws on text of an impossible length.
    return undefined
  }
}
