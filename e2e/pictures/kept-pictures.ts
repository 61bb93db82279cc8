/** The pictures that the repository keeps, and how a new one is compared with its own. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../scripts/root.ts'
import { difference, differencePicture } from './differing-pixels.ts'

const KEPT = join(import.meta.dirname, 'kept')

/** Where a run leaves what it saw of pictures that differ. Not in the repository. */
const SEEN = join(ROOT, 'dist', 'pictures')

/** With `PAY_RECORD=yes` the run keeps what it sees in place of what is kept. */
const isRecording = process.env.PAY_RECORD === 'yes'

/**
 * Compares a picture with the one that is kept under its name, such as `open-390-light`.
 *
 * @returns What differs, in words; `undefined` if they are alike.
 */
export async function whatDiffers(
  folder: string,
  name: string,
  seen: Uint8Array,
): Promise<string | undefined> {
  const path = join(KEPT, folder, `${name}.png`)
  if (isRecording) {
    await mkdir(join(KEPT, folder), { recursive: true })
    await writeFile(path, seen)
    return undefined
  }
  const kept = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    return undefined
  })
  if (!kept) return `${name} is not kept yet: run with PAY_RECORD=yes`
  const found = difference(kept, seen)
  if (found === undefined) return undefined
  await mkdir(join(SEEN, folder), { recursive: true })
  await writeFile(join(SEEN, folder, `${name}.png`), seen)
  const drawn = differencePicture(kept, seen)
  if (drawn) await writeFile(join(SEEN, folder, `${name}-differences.png`), drawn)
  return `${name}: ${found}, see dist/pictures/${folder}`
}
