import { describe, expect, it } from 'vitest'
import { arePricesReady } from './prices.ts'
import { StatusAnnouncer } from './status-announcer.ts'

/** An element that draws a status, as far as an announcer needs it. */
function host() {
  const renderRoot = document.createElement('div').attachShadow({ mode: 'open' })
  const unseen = document.createElement('div')
  unseen.id = 'unseen'
  const status = document.createElement('p')
  status.id = 'status'
  renderRoot.append(status, unseen)
  let drawn = () => {}
  const redrawn = new Promise<void>((resolve) => {
    drawn = resolve
  })
  return { renderRoot, unseen, status, redrawn, focus: () => {}, requestUpdate: drawn }
}

const SHOWN = { failed: 0, isSaidAtField: false, isLong: false, isWorking: false, sum: '12.50' }

describe('what is read out', () => {
  it('is the sum as it is written in full, never as the page first drew it', async () => {
    const element = host()
    const announcer = new StatusAnnouncer(element)
    expect(arePricesReady()).toBe(false)
    announcer.announce({ ...SHOWN, panel: 'starting' }, '')

    element.status.textContent = 'You paid EUR 12.50.'
    announcer.announce({ ...SHOWN, panel: 'approved' }, '')
    const early = element.unseen.textContent
    await element.redrawn
    element.status.textContent = 'You paid €12.50.'
    announcer.announce({ ...SHOWN, panel: 'approved' }, '')

    expect([early, element.unseen.textContent]).toEqual(['', 'You paid €12.50.'])
  })
})
