/** Pages whose libraries put a function of their own in the place of `fetch`. */

import { describe, expect, it } from 'vitest'
import { alertText, pay } from '../../pages/shop.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { paysForTheMug, withHead } from '../../support/strange-page.ts'

const { visits } = shopper()

/** A page that changes every request before the browser sends it. @param change Of the request's options, as an object. */
const pageThatChanges = (change: string) =>
  withHead(`<script>
    const original = fetch
    fetch = (input, init = {}) => original(input, { ...init, ${change} })
  </script>`)

describe('a library that adds to every request', () => {
  it.each([
    ['the header of old scripts', { 'X-Requested-With': 'XMLHttpRequest' }],
    ['a secret against forged forms', { 'X-CSRF-Token': 'c3JmLXRva2Vu' }],
    [
      'the headers of a tracer',
      {
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        tracestate: 'shop=1',
        baggage: 'page=mug',
      },
    ],
  ])('%s leaves the tag payable', async (_, headers) => {
    const change = `headers: { ...init.headers, ...${JSON.stringify(headers)} }`
    const tab = await visits(await pageThatChanges(change))

    await paysForTheMug(tab)
  })
})

describe('a library that changes every request', () => {
  it('to one with credentials leaves the tag payable', async () => {
    const tab = await visits(await pageThatChanges(`credentials: 'include'`))

    await paysForTheMug(tab)
  })

  it.each(['same-origin', 'no-cors'])(
    'to the mode “%s”, in which no site answers, is reported',
    async (mode) => {
      const tab = await visits(await pageThatChanges(`mode: '${mode}'`))

      await pay(tab, { email: EMAIL })

      await alertText(tab, /connection/)
      expect(await moneyMoved()).toEqual([])
    },
  )
})
