import type { Frame } from '../browser.ts'

/** The tag's dialog around a bank's page; a test with several tags gives its own selector. */
const dialog = (tag: string) => `${tag} dialog[open]`

const TAG = 'pay-checkout'

/** Waits until the dialog is there, and reads its heading. */
export const dialogTitle = (page: Frame, until = /./, tag = TAG) => page.text(`${dialog(tag)} h2`, until)

/** Waits until there is no dialog. */
export const dialogGone = (page: Frame, tag = TAG) => page.gone(dialog(tag))

/** The edge's page inside the dialog. */
const edgeFrame = (page: Frame, tag = TAG) => page.frame(`${dialog(tag)} iframe[part=frame]`)

/** The bank's page inside the edge's, once it has loaded. */
export async function bankInFrame(page: Frame, tag = TAG): Promise<Frame> {
  return (await edgeFrame(page, tag)).frame('iframe[name=bank]')
}

/** Presses the cross, which asks to stop the payment; in that question, the button that continues it. */
export const pressStopOrGoOn = (page: Frame, tag = TAG) =>
  page.click(`${dialog(tag)} button:is([part~=close], [part~=primary])`)

/** Confirms that the payment shall stop. */
export const stopPayment = (page: Frame, tag = TAG) => page.click(`${dialog(tag)} button[part~=danger]`)

/** Opens the same step as a full page. */
export const openFullPage = (page: Frame, tag = TAG) => page.click(`${dialog(tag)} a[part~=button]`)

/** The dialog's words once the bank has been silent for long. */
export const dialogAlert = (page: Frame, until = /./, tag = TAG) =>
  page.text(`${dialog(tag)} [role=alert]`, until)
