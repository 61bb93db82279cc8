/** The cursor of the order list: the key of a page's last entry, so that new entries do not shift later pages. */
import { toBase64Url } from '../config/base64url.ts'
import type { OrderEntry } from './listed-order.ts'

export interface Position extends Pick<OrderEntry, 'startedAt' | 'id'> {
  /** Of a list that is sorted by it, in milliseconds since the epoch. */
  readonly statusSince?: number
}

const POSITION = /^(?:(\d{1,15})\.)?(\d{1,15})\.([A-Za-z0-9_-]{1,64})$/

/** Real cursors are far shorter. A longer text is refused unread. */
const MAX_CHARACTERS = 120

/** Encodes a position as opaque text. */
export const cursorOf = ({ statusSince, startedAt, id }: Position) =>
  toBase64Url(
    new TextEncoder().encode(`${statusSince === undefined ? '' : `${statusSince}.`}${startedAt}.${id}`),
  )

/** @returns The position; `undefined` for any text that `cursorOf` did not write. */
export function positionOf(cursor: string): Position | undefined {
  if (cursor.length > MAX_CHARACTERS || !/^[\w-]+$/.test(cursor)) return undefined
  try {
    const parts = POSITION.exec(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    const [, statusSince, startedAt, id] = parts ?? []
    if (!startedAt || !id) return undefined
    return { ...(statusSince && { statusSince: Number(statusSince) }), startedAt: Number(startedAt), id }
  } catch {
    // `atob` throws on text of an impossible length.
    return undefined
  }
}
