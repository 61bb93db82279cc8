/** The page for a person whom a wrong address brought to the edge. It has no script and shows nothing of the address. */
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { PageTextKey } from '../../../shared/page-texts.ts'
import { logoOrigin } from '../../config/merchant-setting.ts'
import type { EdgeContext } from '../context.ts'
import { pageLanguage } from './page-language.ts'
import { pageLook } from './page-look.ts'
import { page } from './pay-page.ts'

/**
 * Answers with the page, under the merchant's name and with the merchant's links.
 *
 * @param text What it says.
 */
export async function lostPage(
  c: EdgeContext,
  text: PageTextKey,
  status: ContentfulStatusCode,
): Promise<Response> {
  const language = await pageLanguage(c)
  const { PUBLIC_URL: edge, MERCHANT } = c.get('config')
  const look = await pageLook(MERCHANT)
  const images = [edge, ...logoOrigin(MERCHANT)].join(' ')
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src ${edge} ${look.source}; img-src ${images}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  const content = html`<p>${language.say(text)}</p>`
  return c.html(page(c.get('config'), language, { look, content }), status)
}
