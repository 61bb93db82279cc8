import type { ElementHandle, Frame, Page } from 'playwright'

/** How axe names an element: one entry for each document on the way, itself one selector for each shadow root. */
export type AxeTarget = readonly (string | readonly string[])[]

/** A page replaced an element after axe had named it. */
export class VanishedElement extends Error {}

/**
 * Whether the page behind all frames shows through at an element: no frame between draws a background, and no browser does
 * so for a frame whose colour scheme differs from that of the page around it.
 *
 * @throws {VanishedElement} If the element is not there any more.
 */
export async function isTransparent(page: Page, target: AxeTarget): Promise<boolean> {
  let frame: Frame = page.mainFrame()
  for (const [depth, path] of target.entries()) {
    const element = await find(frame, [path].flat())
    // The caller knows what the outermost page draws around its frame.
    if (!(await element.evaluate(isBare, depth > 0))) return false
    if (depth === target.length - 1) return true
    const inner = await element.contentFrame()
    if (!inner) return false
    if ((await element.evaluate(schemeOf)) !== (await (await find(inner, [':root'])).evaluate(schemeOf)))
      return false
    frame = inner
  }
  return false
}

async function find(frame: Frame, path: readonly string[]): Promise<ElementHandle<Element>> {
  const handle = await frame.evaluateHandle(pick, path)
  const element = handle.asElement()
  if (!element) throw new VanishedElement(`${path.join(' ')} is not there any more`)
  return element
}

function pick(path: readonly string[]): Element | null {
  const inside = (at: Element | null) => at?.shadowRoot ?? document
  return path.reduce<Element | null>((at, selector) => inside(at).querySelector(selector), null)
}

/** Whether an element has no background, nor any ancestor if those count. */
function isBare(element: Element, isWithAll: boolean): boolean {
  const around = ({ assignedSlot, parentNode }: Element) =>
    assignedSlot ?? (parentNode instanceof ShadowRoot ? parentNode.host : parentNode)
  for (let at: Node | null = element; at instanceof Element; at = isWithAll ? around(at) : null) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at)
    if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none') return false
  }
  return true
}

/** The colour of plain text at an element, which differs between colour schemes. */
function schemeOf(element: Element): string {
  const probe = document.createElement('i')
  probe.style.colorScheme = getComputedStyle(element).colorScheme
  probe.style.color = 'CanvasText'
  document.documentElement.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
