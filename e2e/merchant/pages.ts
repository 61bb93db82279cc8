/** Walks through pages of forms without a browser. Every host of the stack is this machine. */
import { addresses } from '../stack.ts'

/** A page as it came: where it was, and its text. */
export interface Page {
  readonly url: string
  readonly text: string
}

/** Opens an address, and goes where it is sent. */
export const open = (url: string): Promise<Page> => load(url, {})

/** Sends the first form of a page as its button would, with what is typed over what it holds. */
export async function submit(page: Page, typed: Readonly<Record<string, string>> = {}): Promise<Page> {
  const [, form = ''] = /<form([^>]*)>/i.exec(page.text) ?? []
  const action = decoded(attribute(form, 'action') ?? page.url)
  const hidden = [...page.text.matchAll(/<input([^>]*)>/gi)].flatMap(([, input = '']) => {
    const name = attribute(input, 'name')
    return name ? [[name, decoded(attribute(input, 'value') ?? '')] as const] : []
  })
  const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...typed }).toString()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return load(new URL(action, page.url).href, { method: 'POST', headers, body })
}

/** At the shop a browser's way ends: its pages are of no interest here. */
async function load(url: string, init: RequestInit): Promise<Page> {
  if (new URL(url).origin === addresses().shop) return { url, text: '' }
  const reply = await fetch(onThisMachine(url), { ...init, redirect: 'manual' })
  const location = reply.headers.get('Location')
  const text = await reply.text()
  if (location) return load(new URL(location, url).href, {})
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text.slice(0, 500)}`)
  return { url, text }
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
