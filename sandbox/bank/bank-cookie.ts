import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const NAME = 'sandbox-bank'

/** Whether the browser brought the cookie of the bank that needs one. */
export const hasBankCookie = (c: Context) => getCookie(c, NAME) === 'known'

/** Sets it, as far as the browser lets a page of another site's frame do so. */
export const setBankCookie = (c: Context) =>
  setCookie(c, NAME, 'known', {
    path: '/3ds',
    httpOnly: true,
    secure: true,
    sameSite: 'None',
    partitioned: true,
  })
