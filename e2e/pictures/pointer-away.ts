import type { Frame } from '../browser.ts'

/**
 * Takes the pointer off the tags. Presses have left it over one, which would be drawn as a control under the pointer: a pane
 * without a colour lies above the whole page.
 */
export const pointerAway = (page: Frame) =>
  page.evaluate(`(async () => {
    document.body.append(Object.assign(document.createElement('div'), { style: 'position: fixed; inset: 0; z-index: 9' }))
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  })()`)
