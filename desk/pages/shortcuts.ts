/** Keys of the desk: what each does, where it counts, and how rows are walked. */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { DeskEnv } from '../session/desk-env.ts'

/** What a key does. */
export type Shortcut = 'search' | 'keys' | 'next' | 'previous'

const SHORTCUTS: Readonly<Record<string, Shortcut>> = {
  '/': 'search',
  '?': 'keys',
  ArrowDown: 'next',
  ArrowUp: 'previous',
}

/** Elements in which people type, or that use arrows themselves, such as a table that scrolls. */
const TYPING = 'input, select, textarea, [contenteditable], [tabindex="0"]'

/** The links that lead from the rows of a list. */
const ROWS = 'a[data-row]'

/** A key that is pressed, as far as its meaning depends on it. */
interface PressedKey
  extends Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'> {
  /** The focus is in a field, or in a dialog. */
  readonly isTyping: boolean
}

/** What a key means; `undefined` for none, and while somebody types (WCAG 2.1.4). Pure. */
const shortcutOf = (pressed: PressedKey): Shortcut | undefined =>
  pressed.isTyping || pressed.defaultPrevented || pressed.ctrlKey || pressed.metaKey || pressed.altKey
    ? undefined
    : SHORTCUTS[pressed.key]

/** The element of the page that does what keys ask for. */
export interface ShortcutHost extends ReactiveControllerHost {
  /** `undefined` while nobody is signed in. */
  readonly shortcutRoot: ParentNode | undefined
  focusSearch(): void
  showKeys(): void
}

/** Listens to the keys while the page is shown. Whether they are on is this browser's to remember. */
export class Shortcuts implements ReactiveController {
  readonly #host: ShortcutHost
  readonly #env: Pick<DeskEnv, 'remembered' | 'remember'>

  constructor(host: ShortcutHost, env: Pick<DeskEnv, 'remembered' | 'remember'>) {
    this.#host = host
    this.#env = env
    host.addController(this)
  }

  hostConnected() {
    addEventListener('keydown', this.#press)
  }

  hostDisconnected() {
    removeEventListener('keydown', this.#press)
  }

  get isOn(): boolean {
    return this.#env.remembered('keys') !== 'off'
  }

  set isOn(isOn: boolean) {
    this.#env.remember('keys', isOn ? 'on' : 'off')
    this.#host.requestUpdate()
  }

  readonly #press = (event: KeyboardEvent) => {
    const root = this.#host.shortcutRoot
    if (!root || !this.isOn) return
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
    const isTyping = isTypedInto(event.composedPath()) || hasDialog(root)
    const shortcut = shortcutOf({ key, ctrlKey, metaKey, altKey, defaultPrevented, isTyping })
    if (shortcut && this.#does(shortcut, root)) event.preventDefault()
  }

  /** @returns Whether the key did something; else the browser's own meaning stays, such as scrolling. */
  #does(shortcut: Shortcut, root: ParentNode): boolean {
    if (shortcut === 'next' || shortcut === 'previous') return walk(root, shortcut === 'next' ? 1 : -1)
    if (shortcut === 'search') this.#host.focusSearch()
    else this.#host.showKeys()
    return true
  }
}

const isTypedInto = (path: readonly EventTarget[]) => {
  const [target] = path
  return target instanceof Element && target.matches(TYPING)
}

const hasDialog = (root: ParentNode) => deepAll(root, 'dialog[open]').length > 0

/** Moves the focus from row to row; the first key goes to the first row, and it stops at both ends. */
function walk(root: ParentNode, step: 1 | -1): boolean {
  const rows = deepAll(root, ROWS)
  const at = rows.findIndex((row) => row.getRootNode() instanceof ShadowRoot && isFocused(row))
  const next = at < 0 ? rows[0] : rows[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return at >= 0 || next !== undefined
}

const isFocused = (row: HTMLElement) => (row.getRootNode() as ShadowRoot).activeElement === row

/** All elements that match, in the order of the page, shadow trees included. */
function deepAll(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('*')].flatMap((one) => [
    ...(one.matches(selector) ? [one] : []),
    ...(one.shadowRoot ? deepAll(one.shadowRoot, selector) : []),
  ])
}
