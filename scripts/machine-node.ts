import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import process from 'node:process'

/** The Node of the machine, not the one that this project brings along: a merchant has no other. */
export async function machineNode(): Promise<string> {
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  for (const place of places) {
    const path = join(place, 'node')
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return process.execPath
}
