/** What the suites of stories share. A test that fails is never tried again. */
export const SUITE_SETTINGS = {
  // Several times what a story takes on a small machine: a wait ends with what it waits for.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  retry: 0,
  expect: { poll: { timeout: 40_000 } },
} as const
