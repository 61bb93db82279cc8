import { generateKeyPairSync } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { receive } from './testing/callback-receiver.ts'

/** The merchant's keys, new for every run. The gateway has the public key; tests sign with the private one. */
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** Callbacks are tried three times in quick succession, so tests see every try. No bank is really slow. */
const bindings = {
  SANDBOX_LOGIN: 'merchant',
  SANDBOX_CONTROL_KEY: 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20',
  SANDBOX_PUBLIC_KEY: keys.publicKey,
  TEST_PRIVATE_KEY: keys.privateKey,
  SANDBOX_ENDPOINTS: JSON.stringify({
    '1111': { currencies: '*' },
    '2222': { currencies: ['EUR'] },
    '3333': { currencies: '*', group: true },
  }),
  SANDBOX_CALLBACK_RETRIES_MS: '[10,10]',
  SANDBOX_BANK_TIMES: '{"slowMs":100}',
}

export default defineConfig({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: `${import.meta.dirname}/wrangler.toml` },
      miniflare: { bindings, outboundService: receive },
    }),
  ],
  test: {
    name: 'sandbox',
    include: ['**/*.test.ts'],
    root: import.meta.dirname,
    // Tests wait for alarms most of the time, so even a small machine runs two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A workerd runs many files, since loading the gateway takes longer than most of them.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
