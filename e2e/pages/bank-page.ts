import type { Frame } from '../browser.ts'

/** What the sandbox's bank takes as proof of who the shopper is. */
const CODE_WORD = 'hint'

/** Proves to the bank who the shopper is. */
export async function confirmAtBank(page: Frame, word = CODE_WORD): Promise<void> {
  await page.type('[name=challenge] #word', word)
  await page.click('[name=challenge] button[value=approve]')
}

/** Tells the bank not to let the payment pass. */
export const refuseAtBank = (page: Frame) => page.click('[name=challenge] button[value=refuse]')

/** What the bank says about a wrong word. */
export const bankAlert = (page: Frame, until = /./) => page.text('[name=challenge] [role=alert]', until)
