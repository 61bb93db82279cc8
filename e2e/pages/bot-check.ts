import type { Frame, Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'
import { patiently } from '../engines/patience.ts'

/** The edge's page of the check, in the tag's dialog. */
const FRAME = 'pay-checkout dialog iframe'

/** Waits for the verifier's own part, in the edge's page: the part with the box to tick. */
const verifierIn = async (page: Frame): Promise<Frame> => {
  const verifier = await page.frame('#check iframe')
  await verifier.text('#words', /person/)
  return verifier
}

/** Waits for the check in the tag's dialog. */
export const checkInDialog = async (tab: Tab): Promise<Frame> => verifierIn(await tab.frame(FRAME))

/** Passes the check in the tag's dialog. */
export const passCheck = async (tab: Tab) => (await checkInDialog(tab)).click('#person')

/** Passes the check in the tag's dialog by keys alone. A tab that has just come to the front gets keys a moment later. */
export async function passCheckByKeys(tab: Tab): Promise<void> {
  const check = await checkInDialog(tab)
  const { keyboard } = chromiumPage(tab)
  await patiently(
    async () => {
      await keyboard.press('Tab')
      const isReached = await check.evaluate('document.hasFocus() && document.activeElement?.id === "person"')
      return isReached ? { value: undefined } : { obstacle: 'has no focus' }
    },
    async () => 'The check',
  )
  await keyboard.press('Space')
}

/** Passes the check on a page of its own, which then goes back to the shop. */
export async function passCheckInFull(tab: Tab): Promise<void> {
  await tab.waitForUrl(/\/frames\/check\?/)
  await (await verifierIn(tab)).click('#person')
  await tab.waitForUrl(/shop\.localhost/)
}

/** Leaves the dialog without passing the check. */
export const leaveCheck = (tab: Tab) => tab.click('pay-checkout dialog [part~=close]')

/** Opens the check as a page of its own. */
export const openCheckInFull = (tab: Tab) => tab.click('pay-checkout dialog a')

/** The words in the dialog, outside of the frame. */
export const checkDialogText = (tab: Tab, until = /./) => tab.text('pay-checkout dialog', until)
