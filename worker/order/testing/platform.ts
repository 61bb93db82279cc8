/** Resets the platform between tests. */
import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { setWith } from '../../testing/edge.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      readonly TEST_MIGRATIONS: D1Migration[]
    }
  }
}

/** Creates the tables of the index. Repeating it is harmless. */
export const makeTables = () => applyD1Migrations(env.ORDER_INDEX, env.TEST_MIGRATIONS)

/** Removes all objects, rows and settings of a test, so that its orders do not poll the gateway of the next. */
export async function startOver(): Promise<void> {
  await reset()
  setWith({})
  await makeTables()
}
