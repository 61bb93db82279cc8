import { expect, it } from 'vitest'
import { edgeApi } from './api.ts'

/** An edge, or a proxy in front of it, that says when to ask again. */
const edgeThatSays = (retryAfter: string | undefined) =>
  edgeApi('https://pay.example.com', async () =>
    Response.json(
      { code: 'too-many-requests' },
      { status: 429, ...(retryAfter !== undefined && { headers: { 'Retry-After': retryAfter } }) },
    ),
  )

it.each([
  ['a number of seconds', '12', 12],
  ['at once', '0', 0],
  ['a date', 'Fri, 27 Nov 2026 08:00:00 GMT', undefined],
  ['the past', '-5', undefined],
  ['nothing that is a number', 'NaN', undefined],
  ['nothing', '', undefined],
  ['no word', undefined, undefined],
])('the time to ask again is taken only as a number of seconds: %s', async (_, said, seconds) => {
  const answer = await edgeThatSays(said).settings()

  expect(answer).toMatchObject({ ok: false, reason: { code: 'too-many-requests' } })
  expect(!answer.ok && answer.reason.retryAfterSeconds).toBe(seconds)
})
