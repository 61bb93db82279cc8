/** Walks through pages with forms, without a browser. All hosts of a stack are this machine. */

/** A loaded page: its address and its text. */
export interface Page {
  readonly url: string
  readonly text: string
}

/** What is typed into a form, by field. */
export type Typed = Readonly<Record<string, string>>

/** Opens pages and sends their forms. Fails where a page is not there. */
export interface FormWalker {
  /** Opens an address, and follows redirects. */
  readonly open: (url: string) => Promise<Page>
  /** Submits the first form of a page as its button would; typed values replace those of its fields. */
  readonly submit: (page: Page, typed?: Typed) => Promise<Page>
}

/** @param end The walk ends at this origin, whose pages are not loaded. */
export function formWalker(end: string): FormWalker {
  const load = async (url: string, init: RequestInit): Promise<Page> => {
    if (new URL(url).origin === end) return { url, text: '' }
    const reply = await fetch(onThisMachine(url), { ...init, redirect: 'manual' })
    const location = reply.headers.get('Location')
    const text = await reply.text()
    if (location) return load(new URL(location, url).href, {})
    if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text.slice(0, 500)}`)
    return { url, text }
  }
  return {
    open: (url) => load(url, {}),
    submit: (page, typed = {}) => {
      const { action, fields } = formOf(page)
      const body = new URLSearchParams({ ...fields, ...typed }).toString()
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      return load(action, { method: 'POST', headers, body })
    },
  }
}

/** Whether a page has a form. */
export const hasForm = ({ text }: Page) => /<form/i.test(text)

function formOf(page: Page): { action: string; fields: Record<string, string> } {
  const [, form = ''] = /<form([^>]*)>/i.exec(page.text) ?? []
  const action = decoded(attribute(form, 'action') ?? page.url)
  const entries = [...page.text.matchAll(/<input([^>]*)>/gi)].flatMap(([, input = '']) => {
    const name = attribute(input, 'name')
    return name ? [[name, decoded(attribute(input, 'value') ?? '')] as const] : []
  })
  return { action: new URL(action, page.url).href, fields: Object.fromEntries(entries) }
}

/** Node does not resolve every name under localhost. */
function onThisMachine(url: string): string {
  const { hostname } = new URL(url)
  return hostname.endsWith('.localhost') ? url.replace(hostname, '127.0.0.1') : url
}

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1]

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

const decoded = (text: string) =>
  text.replace(/&(quot|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
