/** The script of the edge's bot check. */
import { openCheck, type Verifier } from './check/person-check.ts'

openCheck({
  document,
  hash: location.hash,
  around: parent === window ? undefined : parent,
  leave: (url) => location.replace(url),
  verifier: () => (window as { turnstile?: Verifier }).turnstile,
})
