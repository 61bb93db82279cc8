import { expect, it } from 'vitest'

it.each(['a test', 'the test after it'])('begins with an empty page and nothing remembered: %s', () => {
  expect([document.body.childElementCount, localStorage.length, sessionStorage.length]).toEqual([0, 0, 0])

  document.body.append(document.createElement('pay-checkout'))
  localStorage.setItem('pay-checkout:digest', '{}')
  sessionStorage.setItem('pay-checkout:draft', '{}')
})
