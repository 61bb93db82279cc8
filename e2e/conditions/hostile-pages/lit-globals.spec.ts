/** Pages with globals of the names that releases of Lit look for and add to. */

import { it } from 'vitest'
import { shopper } from '../../support/shopper.ts'
import { paysForTheMug, withHead } from '../../support/strange-page.ts'

const { visits } = shopper()

it.each([
  'litHtmlVersions',
  'litElementVersions',
  'reactiveElementVersions',
  'litHtmlPolyfillSupport',
  'litElementPolyfillSupport',
  'litElementHydrateSupport',
  'reactiveElementPolyfillSupport',
])('a page with a %s of its own sells', async (name) => {
  const tab = await visits(await withHead(`<script>var ${name} = { own: true }</script>`))

  await paysForTheMug(tab)
})
