import process from 'node:process'
import {
  DefaultJobQueuePlugin,
  DefaultSchedulerPlugin,
  LanguageCode,
  type VendureConfig,
} from '@vendure/core'
import { payCheckoutPlugin } from './pay-checkout/plugin.js'

const { env } = process
const port = Number(env.PORT ?? 3000)

/** Reads a setting. @throws {Error} If it is missing. */
function setting(name: string): string {
  const value = env[name]
  if (!value) throw new Error(`Set ${name}`)
  return value
}

/** A small shop. `synchronize` makes its tables at the first start; a real shop has migrations. */
export const config: VendureConfig = {
  apiOptions: { port, hostname: env.HOST ?? 'localhost', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: { identifier: 'superadmin', password: setting('SUPERADMIN_PASSWORD') },
    cookieOptions: { secret: setting('COOKIE_SECRET') },
  },
  dbConnectionOptions: { type: 'postgres', url: setting('DATABASE_URL'), synchronize: true },
  defaultLanguageCode: LanguageCode.en,
  paymentOptions: { paymentMethodHandlers: [] },
  // One process serves and reconciles; with a worker beside it, leave this out.
  schedulerOptions: { runTasksInWorkerOnly: false },
  plugins: [
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    DefaultSchedulerPlugin.init(),
    payCheckoutPlugin({
      edge: setting('PAY_EDGE'),
      key: setting('PAY_MERCHANT_KEY'),
      webhookSecret: setting('PAY_WEBHOOK_SECRET'),
      reconcileAt: env.RECONCILE_AT,
    }),
  ],
}
