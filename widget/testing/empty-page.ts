/**
 * Set up before every test file: each test begins on an empty page. The files of a run share the storage of one browser, so
 * an order or a typed address that one test left there would turn up in the form of another file's test.
 */
import { beforeEach } from 'vitest'

beforeEach(() => {
  // First the tags: one that leaves the page may still write.
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
