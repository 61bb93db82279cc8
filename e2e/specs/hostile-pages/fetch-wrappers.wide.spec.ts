/** Pages whose libraries put a function of their own in the place of `fetch`. */

import { expect, it } from 'vitest'
import { alertText, pay } from '../../pages/shop.ts'
import { addToRequests } from '../../support/hostile-pages.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { withHead } from '../../support/strange-page.ts'

const { visits } = shopper()

it.each(['same-origin', 'no-cors'])(
  'a library that changes every request to the mode “%s”, in which no site answers, is reported',
  async (mode) => {
    const tab = await visits(await withHead(addToRequests(`mode: '${mode}'`)))

    await pay(tab, { email: EMAIL })

    await alertText(tab, /connection/)
    expect(await moneyMoved()).toEqual([])
  },
)
