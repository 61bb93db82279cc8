/** Stands before every file of tests: the database that its objects and routes write to has its tables. */
import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach } from 'vitest'

declare global {
  namespace Cloudflare {
    interface Env {
      readonly TEST_MIGRATIONS: D1Migration[]
    }
  }
}

/** Before each test, since one that resets the platform takes the tables along. */
beforeEach(() => applyD1Migrations(env.ORDER_INDEX, env.TEST_MIGRATIONS))
