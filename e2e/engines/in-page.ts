/**
 * Functions that run inside the page. They travel as source text, so they may use each other and the DOM, but no import.
 */

/** Elements below a node in document order, those of open shadow roots included. */
function composedDescendants(scope: ParentNode): Element[] {
  const shadow = scope instanceof Element ? scope.shadowRoot : null
  return [...(shadow?.children ?? []), ...scope.children].flatMap((child) => [
    child,
    ...composedDescendants(child),
  ])
}

/** Splits a selector at blanks and commas outside brackets. */
function steps(selector: string): string[] {
  const tight = selector.trim().replace(/\s*([>+~,])\s*/g, '$1')
  return tight.match(/(?:\[[^\]]*\]|\((?:[^()]|\([^()]*\))*\)|[^\s,[(])+|,/g) ?? []
}

function deepMatches(selector: string): Element[] {
  let scopes: ParentNode[] = [document]
  const found: ParentNode[] = []
  for (const step of [...steps(selector), ',']) {
    if (step === ',') found.push(...scopes.splice(0, Infinity, document))
    // Some pages have another `Set`.
    else
      scopes = scopes
        .flatMap(composedDescendants)
        .filter((element, place, all) => element.matches(step) && all.indexOf(element) === place)
  }
  return found.filter((node) => node instanceof Element)
}

function isShown(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true }) || getComputedStyle(element).display === 'contents'
  )
}

function pick(selector: string): Element | undefined {
  const matches = deepMatches(selector)
  return matches.find(isShown) ?? matches[0]
}

function visibleText(node: Node): string {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : ''
  if (!isShown(node)) return ''
  const slotted = node instanceof HTMLSlotElement ? node.assignedNodes() : []
  const children = slotted.length > 0 ? slotted : (node.shadowRoot ?? node).childNodes
  const text = [...children].map(visibleText).join('')
  return /^(inline|contents)/.test(getComputedStyle(node).display) ? text : ` ${text} `
}

/** The element's text as a shopper reads it; `undefined` if the element is not there. */
function textOf(selector: string): string | undefined {
  const element = pick(selector)
  if (!element) return undefined
  const isField = element.matches('input, textarea, select')
  const text = isField && 'value' in element ? String(element.value) : visibleText(element)
  return text.replace(/\s+/g, ' ').trim()
}

function innermostAt(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y)
  for (let root = hit?.shadowRoot; root; root = hit?.shadowRoot) {
    const inner = root.elementFromPoint(x, y)
    if (!inner || inner === hit) break
    hit = inner
  }
  return hit
}

/** Whether a node is drawn within an element, slots and shadow roots included. */
function isWithin(node: Node | null, element: Element): boolean {
  for (let at = node; at; ) {
    if (at === element) return true
    at = (at instanceof Element && at.assignedSlot) || (at instanceof ShadowRoot ? at.host : at.parentNode)
  }
  return false
}

/** Scrolls the element into view. @returns Its middle, or what keeps a pointer from it. */
function aim(selector: string): { x: number; y: number } | string {
  const element = pick(selector)
  if (!element) return 'is not there'
  if (!isShown(element)) return 'is not visible'
  if (element.matches(':disabled')) return 'is disabled'
  element.scrollIntoView({ behavior: 'instant', block: 'center', inline: 'center' })
  const box = element.getClientRects()[0]
  if (!box) return 'has no size'
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const hit = innermostAt(x, y)
  return isWithin(hit, element) ? { x, y } : `is covered by ${hit?.outerHTML.slice(0, 80)}`
}

/** Chooses an option by its value, as a shopper does. @returns Whether it could. */
function choose(selector: string, value: string): boolean {
  const field = pick(selector)
  if (!(field instanceof HTMLSelectElement) || field.disabled || !isShown(field)) return false
  if (![...field.options].some((option) => option.value === value)) return false
  field.value = value
  for (const type of ['input', 'change'])
    field.dispatchEvent(new Event(type, { bubbles: true, composed: type === 'input' }))
  return true
}

function areShown(selector: string): boolean {
  return deepMatches(selector).some(isShown)
}

const CALLABLE = { aim, areShown, choose, pick, textOf }
const PRELUDE = [composedDescendants, steps, deepMatches, isShown, visibleText, innermostAt, isWithin]
  .map(String)
  .concat(Object.values(CALLABLE).map(String))
  .join('\n')

/** An expression that calls one of the functions of this file in the page. */
export const inPage = (name: keyof typeof CALLABLE, ...args: readonly string[]) =>
  `(() => { ${PRELUDE}\nreturn ${name}(...${JSON.stringify(args)}) })()`
