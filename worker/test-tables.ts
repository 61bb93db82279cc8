/** Stands around every file of tests: its database has tables, and at its end nothing goes on. */
import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeEach } from 'vitest'

declare global {
  namespace Cloudflare {
    interface Env {
      readonly TEST_MIGRATIONS: D1Migration[]
    }
  }
}

/** Before each test, since one that resets the platform takes the tables along. */
beforeEach(() => applyD1Migrations(env.ORDER_INDEX, env.TEST_MIGRATIONS))

/** Objects whose alarms still come would keep the runner from ending the file's Worker. */
afterAll(() => reset())
