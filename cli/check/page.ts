/** Reads a page of a shop, from its address or from a built file. */
import { answerText, textOf } from '../bounded-fetch.ts'
import { CommandError } from '../command.ts'
import { readText } from '../files.ts'
import { followedFetch } from './followed-fetch.ts'

/** A page as a browser gets it, or as a file has it. */
export interface Page {
  /** Its address or path, for messages. */
  readonly name: string
  /** Empty for a file: then nothing that depends on the origin is checked. */
  readonly origin: string
  readonly html: string
  /** Of its headers. A file has none. */
  readonly policyHeader: string
}

/** Reads a page once. @param place An address, or the path of a file. @throws {CommandError} If it cannot be read. */
export async function readPage(place: string): Promise<Page> {
  if (!/^https?:/.test(place))
    return { name: place, origin: '', html: await readText(place), policyHeader: '' }
  const reply = await followedFetch(place)
  if (!reply.ok) throw new CommandError('edge-unreachable', [`${place} ${reply.reason.text}`])
  const { ok, headers, address } = reply.value
  if (!ok) throw new CommandError('edge-unreachable', [`${place} ${answerText(reply.value)}`])
  // A page that moved is one of the origin where it is now.
  return {
    ...{ name: address, origin: new URL(address).origin, html: textOf(reply.value) },
    policyHeader: headers.get('Content-Security-Policy') ?? '',
  }
}
