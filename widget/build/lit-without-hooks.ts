/**
 * Cuts what Lit takes from the page and leaves there: hooks for polyfills and hydration, lists of versions, and the metadata of
 * decorators.
 */
import type { Plugin } from 'vite'

/** Lit's file → its own text, as its release writes it, and what stands there instead. */
const CUTS: Readonly<Record<string, readonly (readonly [text: string, instead: string])[]>> = {
  '/@lit/reactive-element/reactive-element.js': [
    ['p=a.reactiveElementPolyfillSupport,', ''],
    ['Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;', ''],
    [
      'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}',
      '',
    ],
    [',p?.({ReactiveElement:y}),(a.reactiveElementVersions??=[]).push("2.1.2")', ''],
  ],
  '/lit-html/lit-html.js': [
    [',B=t.litHtmlPolyfillSupport;B?.(S,k),(t.litHtmlVersions??=[]).push("3.3.3")', ''],
  ],
  '/lit-element/lit-element.js': [
    [
      ',s.litElementHydrateSupport?.({LitElement:i});const o=s.litElementPolyfillSupport;o?.({LitElement:i})',
      '',
    ],
    ['(s.litElementVersions??=[]).push("4.2.2");', ''],
  ],
}

/**
 * A page could take Lit's classes out of the tag by a hook, and a global of its own by the name of one, or of a list, would
 * end the tag before it is defined. The tag needs none of them.
 *
 * @throws {Error} While building, if Lit's release does not have each text exactly once.
 */
export const litWithoutHooks = (): Plugin => ({
  name: 'lit-without-hooks',
  enforce: 'pre',
  transform(code, id) {
    const path = Object.keys(CUTS).find((end) => id.split('?', 1)[0]?.endsWith(end))
    return path && { code: (CUTS[path] ?? []).reduce(cut, code), map: null }
  },
})

function cut(code: string, [text, instead]: readonly [string, string]): string {
  const parts = code.split(text)
  if (parts.length !== 2) throw new Error(`This release of Lit does not have ${text} once`)
  return parts.join(instead)
}
