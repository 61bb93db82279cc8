import type { Frame } from '../browser.ts'

/** One state in the gallery, as its page names it. */
export interface GalleryState {
  readonly name: string
  /** Whether its tag is on a page of its own. */
  readonly isAlone: boolean
}

/** Address of a page of the gallery, within the shop: all states, or one that has its own. */
export const galleryPage = (colours: 'light' | 'dark', state = '') =>
  ['gallery', state, colours].filter(Boolean).join('-')

/** Every state that a page of the gallery names. */
export const galleryStates = (page: Frame) =>
  page.evaluate<GalleryState[]>(`[...document.querySelectorAll('.state')].map((state) => ({
    name: state.id,
    isAlone: !state.querySelector('pay-checkout'),
  }))`)

/** Presses what states wait for, where they are not seen before. */
export async function bringAbout(page: Frame): Promise<void> {
  const pressed = await page.evaluate<[string, string][]>(`[...document.querySelectorAll('[data-press]')]
    .filter((state) => state.querySelector('pay-checkout'))
    .map((state) => [state.id, state.dataset.press])`)
  // A tag does not know what is wrong in fields that are not there yet.
  if (pressed.some(([name]) => name === 'open-card-wrong'))
    await (await page.frame('#open-card-wrong pay-checkout iframe')).text('label')
  for (const [name, selector] of pressed) await page.click(`#${name} pay-checkout ${selector}`)
}

/** What a state's tag shows; waits until it matches. */
export const shownBy = (page: Frame, name: string, until = /./) => page.text(`#${name} pay-checkout`, until)

/** The statuses of the orders that tags of a page were told of, by state. */
export const statusesOn = (page: Frame) =>
  page.evaluate<
    Record<string, string>
  >(`Object.fromEntries([...document.querySelectorAll('.state')].flatMap((state) => {
    const status = state.querySelector('pay-checkout')?.order?.status
    return status ? [[state.id, status]] : []
  }))`)

/** Names of states whose tag, or anything in it, is wider than its place; `page` where the page is. */
export const overflowing = (page: Frame) =>
  page.evaluate<string[]>(`[
    ...(document.documentElement.scrollWidth > innerWidth ? ['page'] : []),
    ...[...document.querySelectorAll('.state')].filter((state) => {
      const tag = state.querySelector('pay-checkout')
      const all = [state, tag, ...(tag?.shadowRoot?.querySelectorAll('*:not(#unseen)') ?? [])].filter(Boolean)
      return all.some((one) => one.getBoundingClientRect().right > innerWidth + 1)
    }).map((state) => state.id),
  ]`)
