import type { TagContext } from './tag-context.ts'

/**
 * The boundary around every click, every message of a frame and every timer: what one of them throws ends in words and
 * in `pay-failed`, and the console has it.
 *
 * @returns Carries work out, and tells whether it threw nothing.
 */
export const boundaryOf =
  (tag: Pick<TagContext, 'env' | 'send'>) =>
  async (work: () => unknown, signal?: AbortSignal): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (cause) {
      tag.env.report(cause)
      // What an end of the work has broken is no matter of what the tag shows by now.
      if (!signal?.aborted) tag.send({ type: 'thrown' })
      return false
    }
  }
