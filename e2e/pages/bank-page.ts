import type { Frame } from '../browser.ts'

/** The one-time password that the sandbox's bank accepts. */
const CODE_WORD = 'hint'

/** Passes the bank's challenge. */
export async function confirmAtBank(page: Frame, word = CODE_WORD): Promise<void> {
  await page.type('[name=challenge] #word', word)
  await page.click('[name=challenge] button[value=approve]')
}

/** Cancels at the bank. */
export const refuseAtBank = (page: Frame) => page.click('[name=challenge] button[value=refuse]')

/** The bank's words about a wrong password. */
export const bankAlert = (page: Frame, until = /./) => page.text('[name=challenge] [role=alert]', until)
