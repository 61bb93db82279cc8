/** Moves the tag from one panel to the next. The new panel is there at once: nothing waits for the motion, and no press is lost. */
import { CURVE, MOTION_MS } from '../../shared/design.ts'
import { page } from '../browser/page.ts'

const TIMING = { duration: MOTION_MS.panel, easing: CURVE }

/**
 * Measures the panel before another one is drawn in its place.
 *
 * @param isStill The shopper prefers that nothing moves.
 * @returns To call after drawing: the height moves to the new one, and what is new appears. The mark of a success rises from
 *   the button that was at work, as if that had turned into it; after a panel with a mark it stays where that was. Without a
 *   panel before, or in a tag out of sight, nothing moves.
 */
export function panelMotion(
  root: ShadowRoot,
  isStill = page.matchMedia('(prefers-reduced-motion)').matches,
): () => void {
  const form = root.querySelector<HTMLElement>('form:not(.starting)')
  const height = form?.offsetHeight
  const busy = topOf(root, '.busy')
  return () => {
    if (!form?.offsetHeight || !height || isStill) return
    // Overflow is cut meanwhile, and no row grows into room that is about to go.
    const kept = { overflow: ['clip', 'clip'], alignContent: ['start', 'start'] }
    form.animate({ ...kept, height: [`${height}px`, `${form.offsetHeight}px`] }, TIMING)
    for (const part of form.querySelectorAll('[part=body] > *')) part.animate({ opacity: [0, 1] }, TIMING)
    const rise = busy - topOf(root, '[part~=good] > [part=mark]')
    if (rise > 0)
      root
        .querySelector('[part~=good] > [part=mark]')
        ?.animate({ transform: [`translateY(${rise}px)`, 'none'] }, TIMING)
  }
}

const topOf = (root: ShadowRoot, selector: string) =>
  root.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN
