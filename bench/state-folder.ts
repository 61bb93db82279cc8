/** Where Workers keep their state while the bench runs: in memory where the machine has room, since a disk's time to confirm a write is the machine's and not the program's. */
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** Linux shares memory as files here. */
const MEMORY = '/dev/shm'

/** The type of a tmpfs, as Linux's `statfs` names it. */
const TMPFS = 0x01021994

/** The index with five million orders takes a third of it, twice. */
const ROOM_BYTES = 6e9

/** The bench's folder for everything temporary. */
export interface StateFolder {
  readonly path: string
  /** What a reader of the figures must know of it. */
  readonly kind: string
  readonly remove: () => Promise<void>
}

/** Makes a folder, and has this program and all that it starts use it as the folder for temporary files. */
export async function useStateFolder(memory = MEMORY): Promise<StateFolder> {
  const former = process.env.TMPDIR
  const isMemory = await isTmpfs(memory, ROOM_BYTES)
  const place = isMemory ? memory : tmpdir()
  const path = await mkdtemp(join(place, 'pay-checkout-bench-'))
  process.env.TMPDIR = path
  return {
    path,
    kind: isMemory || (await isTmpfs(place)) ? 'a tmpfs' : 'a disk',
    remove: async () => {
      if (former === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = former
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** @param room In bytes. */
async function isTmpfs(place: string, room = 0): Promise<boolean> {
  try {
    const { type, bavail, bsize } = await statfs(place)
    return type === TMPFS && bavail * bsize >= room
  } catch {
    // Another system has no such place.
    return false
  }
}
