/** The pictures of docs/without-a-terminal.md: a product's page and a link to pay, at the desk of an edge that is made up. */
import type { Page, Route } from 'playwright'
import { type FakeDeskEdge, GOOD_KEY } from '../desk/testing/fake-desk-edge.ts'
import type { Addresses } from './stack/addresses.ts'

/** The edge's address in pictures, as in the documents: that of a stack has another port each time. */
const SHOWN = 'https://pay.example.com'

/** Opens the desk, with made-up answers in the place of the edge's, and signs in. */
export async function signInAtDesk(page: Page, addresses: Addresses, answers: FakeDeskEdge) {
  await page.route(`${SHOWN}/**`, async (route: Route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/v1/')) return servePage(route, addresses, pathname)
    const body = request.postData()
    const answer = await answers.fetch(request.url(), {
      method: request.method(),
      headers: request.headers(),
      ...(body !== null && { body }),
    })
    return route.fulfill({ status: answer.status, json: await answer.json() })
  })
  await page.goto(`${SHOWN}/desk`)
  await page.locator('desk-sign-in input').fill(GOOD_KEY)
  await page.locator('desk-sign-in button').click()
}

/** The desk's own files, whose policy names the address that the stack really has. */
async function servePage(route: Route, { edge, local }: Addresses, pathname: string) {
  const { host } = new URL(edge)
  const response = await route.fetch({ url: local.edge + pathname, headers: { host } })
  const { 'content-security-policy': policy = '', ...headers } = response.headers()
  const shown = { ...headers, 'content-security-policy': policy.replaceAll(edge, SHOWN) }
  return route.fulfill({ response, headers: shown })
}

/** So high that the link is whole without scrolling: the head of the page would lie over it. */
const WINDOW = { width: 1280, height: 960 }

/** Of a product's page the upper part, with what the guide names. */
const PRODUCT_HEIGHT = 620

/** Makes a product and a payment at the desk, as the guide says, and takes a picture of what comes of each. */
export async function takeGuidePictures(desk: Page, fileOf: (name: string) => string) {
  await desk.setViewportSize(WINDOW)
  await desk.locator('nav a[href="#/products"]').click()
  await desk.locator('a[href="#/new-product"]').click()
  await desk.locator('desk-product-form #name').fill('Heather mug')
  await desk.locator('desk-product-form #amount').fill('12.50')
  await desk.locator('desk-product-form button.primary').click()
  await desk.locator('desk-product-embed #code').waitFor()
  await leaveFocus(desk)
  await desk.screenshot({
    path: fileOf('desk-product'),
    clip: { x: 0, y: 0, width: WINDOW.width, height: PRODUCT_HEIGHT },
  })

  await desk.locator('nav a[href="#/new"]').click()
  await desk.locator('desk-new-payment #amount').fill('60')
  await desk.locator('desk-new-payment #description').fill('Tuning of a piano')
  await desk.locator('desk-new-payment button.primary').click()
  await desk.locator('desk-pay-link .address').waitFor()
  await leaveFocus(desk)
  await desk.locator('desk-new-payment section').screenshot({ path: fileOf('desk-link') })
}

/** What was pressed, or a heading after it, has the focus. */
const leaveFocus = (desk: Page) => desk.mouse.click(1, 1)
