/** The platform as every test finds it. */
import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { setWith } from '../../testing.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      readonly TEST_MIGRATIONS: D1Migration[]
    }
  }
}

/** Makes the tables of the index. Harmless where they are. */
export const makeTables = () => applyD1Migrations(env.ORDER_INDEX, env.TEST_MIGRATIONS)

/** Takes all objects, rows and settings of a test away, so that its orders do not ask the gateway of the next. */
export async function startOver(): Promise<void> {
  await reset()
  setWith({})
  await makeTables()
}
