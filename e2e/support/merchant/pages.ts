/** Walks through pages with forms, without a browser, until they lead to the shop. */

import { formWalker, type Page, type Typed } from '../form-walker.ts'
import { addresses } from '../stack/stack.ts'

/** Opens an address, and follows redirects. */
export const open = (url: string): Promise<Page> => formWalker(addresses().shop).open(url)

/** Submits the first form of a page as its button would; typed values replace those of its fields. */
export const submit = (page: Page, typed?: Typed): Promise<Page> =>
  formWalker(addresses().shop).submit(page, typed)
