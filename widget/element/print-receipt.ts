import { page } from '../browser/page.ts'

/** Prints the tag alone, since the page around it would take many sheets. Its own styles make it black on white. */

/** Marks what is printed: the tag, and the head of the edge's own page, which has the seller's logo. */
const PRINTED = 'pay-printed'

const SHEET = `@media print{:not(:has([${PRINTED}]),[${PRINTED}],[${PRINTED}] *){display:none!important}}`

/**
 * Hides the rest of the page while the browser prints.
 *
 * @param print Opens the browser's own dialog.
 */
export function printAlone(element: HTMLElement, print: () => void) {
  let outermost = element
  // The page's sheet does not reach into the shadow tree of a component that contains the tag.
  for (let root = element.getRootNode(); root instanceof page.ShadowRoot; root = outermost.getRootNode())
    outermost = root.host as HTMLElement
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(SHEET)
  document.adoptedStyleSheets.push(sheet)
  outermost.toggleAttribute(PRINTED, true)
  const restore = () => {
    outermost.toggleAttribute(PRINTED, false)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
  page.addEventListener('afterprint', restore, { once: true })
  print()
}
