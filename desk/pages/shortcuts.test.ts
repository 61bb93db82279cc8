import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exampleOrder, minutesAgo } from '../testing/example-orders.ts'
import { Desk, FakeBrowser } from '../testing/harness.ts'

let desk: Desk
let browser: FakeBrowser

beforeEach(async () => {
  browser = new FakeBrowser()
  for (const [place, description] of ['Mug', 'Plate', 'Cup'].entries()) {
    const order = exampleOrder({ description })
    const attempts = order.attempts.map((one) => ({ ...one, startedAt: minutesAgo(10 + place) }))
    browser.edge.add({ ...order, attempts })
  }
  desk = await Desk.signedIn(browser, '#/orders')
  await desk.reads('Cup')
})

afterEach(() => desk.close())

/** The element that has the focus, through all shadow trees. */
function focused(): Element | null {
  let found = document.activeElement
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement
  return found
}

const press = (key: string, init: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', {
    ...init,
    key,
    bubbles: true,
    composed: true,
    cancelable: true,
  })
  ;(focused() ?? document.body).dispatchEvent(event)
  return event
}

describe('the keys of the desk', () => {
  it('move from row to row, and stop at both ends', () => {
    const walked = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'].map((key) => {
      press(key)
      return focused()?.textContent?.trim()
    })

    expect(walked).toEqual(['Mug', 'Plate', 'Cup', 'Cup', 'Plate'])
  })

  it('bring the search from another page', async () => {
    desk.goTo('#/')
    await desk.reads('Sums of a day')

    press('/')

    await expect.poll(() => focused()?.id).toBe('search')
    expect(location.hash).toBe('#/orders')
  })

  it('do nothing while somebody types, and none with Ctrl', () => {
    expect(press('/', { ctrlKey: true }).defaultPrevented).toBe(false)
    desk.find('#search').focus()

    expect(press('?').defaultPrevented).toBe(false)
    expect(press('ArrowDown').defaultPrevented).toBe(false)
    expect(focused()?.id).toBe('search')
  })

  it('are shown, can be turned off, and stay so', async () => {
    press('?')
    await desk.reads('Keys of the desk')
    desk.find('[type=checkbox]:checked').click()
    await desk.press('Close')
    await desk.readsNoMore('Keys of the desk')

    expect(press('ArrowDown').defaultPrevented).toBe(false)
    expect(browser.choices.get('keys')).toBe('off')
    await desk.press('Keys')
    await desk.reads('Keys of the desk')
    expect(desk.find<HTMLInputElement>('dialog [type=checkbox]').checked).toBe(false)
  })
})
