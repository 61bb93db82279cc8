import type { Env as EdgeEnv } from './order/env.ts'
import type { TestSecrets } from './test-settings.ts'

/** Tells the platform's types what `env` of `cloudflare:workers` holds in tests. */
declare global {
  namespace Cloudflare {
    interface Env extends EdgeEnv, TestSecrets {}
  }
}
