/** Walks through pages of forms without a browser, until they lead to the shop. */

import { formWalker, type Page, type Typed } from '../form-walker.ts'
import { addresses } from '../stack.ts'

/** Opens an address, and goes where it is sent. */
export const open = (url: string): Promise<Page> => formWalker(addresses().shop).open(url)

/** Sends the first form of a page as its button would, with what is typed over what it holds. */
export const submit = (page: Page, typed?: Typed): Promise<Page> =>
  formWalker(addresses().shop).submit(page, typed)
