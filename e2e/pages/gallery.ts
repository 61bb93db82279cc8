import type { Frame } from '../browser.ts'

/** One state in the gallery, by its name on the page. */
export interface GalleryState {
  readonly name: string
  /** Its tag is on a page of its own. */
  readonly isAlone: boolean
  /** A text that it is there for; empty if there is none of its own. */
  readonly shows: string
}

/** Address of a page of the gallery within the shop: all states, or one state with a page of its own. */
export const galleryPage = (colours: 'light' | 'dark', state = '') =>
  ['gallery', state, colours].filter(Boolean).join('-')

/** Every state on a page of the gallery. */
export const galleryStates = (page: Frame) =>
  page.evaluate<GalleryState[]>(`[...document.querySelectorAll('.state')].map((state) => ({
    name: state.id,
    isAlone: !state.querySelector('pay-checkout'),
    shows: state.dataset.shows ?? '',
  }))`)

/**
 * Presses the buttons of states that wait for the shopper.
 *
 * @param translated Gives the text of a page that is not in English.
 */
export async function bringAbout(page: Frame, translated = (english: string) => english): Promise<void> {
  const pressed = await page.evaluate<Pressed[]>(`[...document.querySelectorAll('[data-press]')]
    .filter((state) => state.querySelector('pay-checkout'))
    .map(({ id, dataset }) => ({ name: id, shows: dataset.shows ?? '', press: JSON.parse(dataset.press) }))`)
  // A tag cannot show errors of fields that are not there yet.
  if (pressed.some(({ name }) => name === 'open-card-wrong'))
    await (await page.frame('#open-card-wrong pay-checkout iframe')).text('label')
  for (const { press, name, shows } of pressed) {
    for (const selector of press) await page.click(`#${name} pay-checkout ${selector}`)
    // Words that appear move the buttons below them, perhaps from under the pointer.
    await shownBy(page, { name, shows: translated(shows) })
  }
}

/** A state that begins with presses. */
interface Pressed extends Omit<GalleryState, 'isAlone'> {
  /** Selectors within its tag. */
  readonly press: readonly string[]
}

/** The state without words: a tag that waits for its product. */
const WAITING = 'product-waiting'

/** The text of a state's tag; waits until it contains what the state is there for, or else matches. */
export const shownBy = (page: Frame, { name, shows }: Omit<GalleryState, 'isAlone'>, until = /./) =>
  name === WAITING
    ? page.text(`#${name} pay-checkout .starting`, /^$/)
    : page.text(`#${name} pay-checkout`, shows ? new RegExp(shows.replace(/\W/g, '\\$&')) : until)

/** State → status of the order that its tag shows. */
export const statusesOn = (page: Frame) =>
  page.evaluate<
    Record<string, string>
  >(`Object.fromEntries([...document.querySelectorAll('.state')].flatMap((state) => {
    const status = state.querySelector('pay-checkout')?.order?.status
    return status ? [[state.id, status]] : []
  }))`)

/** Names of all parts on a page of the gallery. */
export const partsOn = (page: Frame) =>
  page.evaluate<
    string[]
  >(`[...new Set([...document.querySelectorAll('pay-checkout')].flatMap(({ shadowRoot }) =>
    [...shadowRoot.querySelectorAll('[part]')].flatMap(({ part }) => [...part])))]`)

/** Names of states whose tag, or anything in it, overflows; `page` where the page itself does. */
export const overflowing = (page: Frame) =>
  page.evaluate<string[]>(`[
    ...(document.documentElement.scrollWidth > innerWidth ? ['page'] : []),
    ...[...document.querySelectorAll('.state')].filter((state) => {
      const tag = state.querySelector('pay-checkout')
      const all = [state, tag, ...(tag?.shadowRoot?.querySelectorAll('*:not(#unseen)') ?? [])].filter(Boolean)
      return all.some((one) => {
        const { left, right } = one.getBoundingClientRect()
        return left < -1 || right > innerWidth + 1
      })
    }).map((state) => state.id),
  ]`)
