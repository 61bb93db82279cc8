import type { Frame } from '../browser.ts'

/** Types into the edge's form for the destination of a payout, by field. */
export async function typeDestination(
  page: Frame,
  fields: Readonly<Record<string, string>>,
  tag = 'pay-checkout',
): Promise<void> {
  const form = await page.frame(`${tag} iframe[part~=card]`)
  for (const [field, text] of Object.entries(fields)) await form.type(`#${field}`, text)
}
