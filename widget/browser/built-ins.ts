/**
 * Every built-in that the tag takes from the page. It takes them once, at load, before later scripts can change them. The
 * build puts them in the place of the page's in all code of the tag, Lit's too. What the tag uses in one place alone it
 * takes from `page` there.
 *
 * A classic script of the page may declare a name of the browser's. With `const`, `let` or `class` it hides the property of
 * that name, which is still the browser's own. With `var` or `function` it replaces the property; then a fresh frame of the
 * page has the browser's own.
 */
import { page } from './page.ts'

/** Where the built-ins come from. */
let realm: typeof page | undefined

try {
  // The browser's own classes have a tag of theirs. What else a page puts in the place of one has none, or throws here.
  const areOwn = [page.URL, page.Event, page.Map, page.Set].every(
    ({ prototype }) => prototype[page.Symbol.toStringTag as never],
  )
  if (areOwn && [page.fetch, page.open, page.setTimeout].every((own) => own.call)) realm = page
} catch {}

if (!realm) {
  // No script has changed a fresh window. Its frame shows nothing, and stays: without its document its timers end.
  const frame = document.documentElement.appendChild(document.createElement('iframe'))
  frame.hidden = true
  realm = frame.contentWindow as unknown as typeof page
}

/** The browser's own, whatever the page calls by this name: the class of what asynchronous functions return. */
export const Promise = (async () => {})().constructor as PromiseConstructor

export const {
  AbortController,
  Array,
  Date,
  Event,
  Intl,
  JSON,
  Map,
  Math,
  Number,
  Object,
  Set,
  String,
  Symbol,
  URL,
  crypto,
  fetch,
  open,
  setTimeout,
} = realm
