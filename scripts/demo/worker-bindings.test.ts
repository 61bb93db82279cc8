import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inScratch } from '../checks/bundle.ts'
import { demoWorker } from './worker-bindings.ts'

const CONFIG = `
name = "shop"
main = "index.js"
compatibility_date = "2026-10-01"
[vars]
GREETING = "hello"
TIMES = { most = 3 }
[[durable_objects.bindings]]
name = "ORDERS"
class_name = "Order"
`

it.each([['.dev.vars'], ['.env'], ['.env.local']])(
  'publishes the vars of a configuration, and none of a developer’s %s',
  (secrets) =>
    inScratch(async (folder) => {
      await writeFile(join(folder, 'wrangler.toml'), CONFIG)
      await writeFile(join(folder, secrets), 'CONTROL_KEY=a-secret\nGREETING=a-secret\n')

      const worker = demoWorker(join(folder, 'wrangler.toml'))

      expect(worker.bindings).toMatchObject({
        bindings: { GREETING: 'hello', TIMES: { most: 3 } },
        durableObjects: { ORDERS: { className: 'Order' } },
      })
      expect(JSON.stringify(worker)).not.toMatch(/CONTROL_KEY|a-secret/)
      expect(JSON.stringify(worker)).not.toContain(folder)
    }),
)
