import { watch } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'

/** Editors write a file in several steps, so the build waits a moment. */
const SETTLE_MS = 150

/**
 * Calls a function after every burst of changes in folders, one call at a time. Changes during a call lead to another
 * call.
 *
 * @param folders Relative to the root; includes all folders below.
 * @returns Stops watching; a call under way goes on.
 */
export function onChange(folders: readonly string[], work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(work)
    }, SETTLE_MS)
  }
  const watchers = folders.map((folder) => watch(join(ROOT, folder), { recursive: true }, changed))
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
