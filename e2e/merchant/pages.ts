/** Walks through pages of forms without a browser, until they lead to the shop. */

import { addresses } from '../stack.ts'
import { formWalker, type Page, type Typed } from '../support/form-walker.ts'

/** Opens an address, and goes where it is sent. */
export const open = (url: string): Promise<Page> => formWalker(addresses().shop).open(url)

/** Sends the first form of a page as its button would, with what is typed over what it holds. */
export const submit = (page: Page, typed?: Typed): Promise<Page> =>
  formWalker(addresses().shop).submit(page, typed)
