import type { Env as EdgeEnv } from './order/env.ts'
import type { TestSecrets } from './testing/settings.ts'

/** The type of `env` of `cloudflare:workers` in tests. */
declare global {
  namespace Cloudflare {
    interface Env extends EdgeEnv, TestSecrets {}
  }
}
