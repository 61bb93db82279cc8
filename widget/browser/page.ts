/**
 * The page's global object. A classic script of the page may declare a variable named like something of the browser's; it
 * hides the name, and not the property of this object. What the tag names without it, `built-ins.ts` takes at load.
 */
export const page = globalThis
