import { beforeAll, describe, expect, it } from 'vitest'
import { type Finding, lintFiles } from './lint-files.ts'

type Row = readonly [path: string, specifier: string]

const FORBIDDEN: readonly Row[] = [
  ['worker/signing/a.ts', '../gateway/client.ts'],
  ['worker/signing/a.ts', '../../shared/money.ts'],
  ['worker/signing/a.ts', 'hono'],
  ['worker/signing/a.ts', './../gateway/client.ts'],
  ['worker/gateway/a.ts', '../order/order.ts'],
  ['worker/gateway/a.ts', '../routes/app.ts'],
  ['worker/gateway/a.ts', 'cloudflare:workers'],
  ['worker/config/a.ts', '../credentials/order-tokens.ts'],
  ['worker/credentials/a.ts', '../order/order.ts'],
  ['worker/domain/a.ts', '../config/config.ts'],
  ['worker/credentials/a.ts', '../gateway/client.ts'],
  ['worker/outbox/a.ts', '../order/order.ts'],
  ['worker/limits/a.ts', '../order/order.ts'],
  ['worker/order/a.ts', '../routes/app.ts'],
  ['worker/order/a.ts', '../testing/edge.ts'],
  ['worker/order/a.ts', './testing/examples.ts'],
  ['worker/gateway/a.ts', './testing/keys.ts'],
  ['worker/gateway/testing/a.ts', '../../order/order.ts'],
  ['worker/order/a.ts', '../signing/control.ts'],
  ['worker/order/a.test.ts', '../routes/app.ts'],
  ['worker/order/model/a.ts', '../order.ts'],
  ['worker/order/model/a.ts', '../../gateway/client.ts'],
  ['worker/order/model/a.ts', '../../outbox/webhook.ts'],
  ['worker/order/model/a.ts', '../../outbox/order-index.ts'],
  ['worker/order/model/a.ts', 'cloudflare:workers'],
  ['worker/order/model/a.ts', '../views/a.ts'],
  ['worker/order/views/a.ts', '../order.ts'],
  ['worker/routes/a.ts', '../gateway/client.ts'],
  ['worker/routes/a.ts', '../signing/control.ts'],
  ['worker/routes/a.ts', '../testing/edge.ts'],
  ['worker/routes/a.ts', 'vitest'],
  ['worker/routes/operations/a.ts', '../../gateway/client.ts'],
  ['worker/index.ts', './gateway/client.ts'],
  ['worker/index.ts', './testing/edge.ts'],
  ['widget/screen/a.ts', 'lit'],
  ['widget/screen/a.ts', '../order/order-controller.ts'],
  ['widget/screen/a.ts', '../events/events.ts'],
  ['widget/screen/a.ts', '../frames/fields/field-texts.ts'],
  ['widget/screen/a.ts', 'fast-check'],
  ['widget/screen/a.test.ts', '../testing/harness.ts'],
  ['widget/order/model/a.ts', '../start-attempt.ts'],
  ['widget/order/model/a.ts', '../tag-context.ts'],
  ['widget/order/model/a.ts', '../../browser/page.ts'],
  ['widget/order/model/a.ts', '../../events/events.ts'],
  ['widget/order/model/a.ts', 'lit'],
  ['shared/a.ts', 'zod'],
  ['shared/a.ts', '../worker/config/config.ts'],
  ['sandbox/api/a.ts', '../money/settlement.ts'],
  ['sandbox/store/a.ts', '../money/settlement.ts'],
  ['sandbox/signing/a.ts', '../settings.ts'],
  ['sandbox/callbacks/a.ts', '../faults/callback-faults.ts'],
  ['sandbox/cards/a.ts', '../bank/bank-page.ts'],
  ['sandbox/pages/a.ts', '../hosted/card-form.ts'],
  ['sandbox/operations/a.ts', '../gateway.ts'],
  ['sandbox/operations/a.ts', '../testing/merchant.ts'],
  ['sandbox/money/a.ts', '../../shared/money.ts'],
  ['sandbox/backend.ts', './operations/handler.ts'],
  ['desk/theme/a.ts', '../order/order-page.ts'],
  ['desk/session/a.ts', '../theme/marks.ts'],
  ['desk/order/a.ts', '../pages/route.ts'],
  ['desk/pages/a.ts', '../../worker/config/config.ts'],
  ['widget/screen/a.ts', '../order/api.ts'],
  ['widget/order/a.ts', '../element/pay-checkout.ts'],
  ['widget/order/a.ts', '../forms/card-frame.ts'],
  ['widget/order/a.ts', '../look/controls.ts'],
  ['widget/forms/a.ts', '../element/prices.ts'],
  ['widget/forms/a.ts', '../dialogs/bank-dialog.ts'],
  ['widget/forms/a.ts', '../languages/tag-notes.ts'],
  ['widget/dialogs/a.ts', '../element/render-context.ts'],
  ['widget/dialogs/a.ts', '../forms/card-frame.ts'],
  ['widget/events/a.ts', '../order/api.ts'],
  ['widget/look/a.ts', '../screen/english-texts.ts'],
  ['widget/languages/a.ts', '../element/language.ts'],
  ['widget/forms/a.ts', 'zod'],
  ['widget/dialogs/a.ts', '../../shared/offer-claims.ts'],
  ['widget/build/a.ts', 'zod'],
  ['widget/frames/fields/a.ts', '../../element/pay-checkout.ts'],
  ['shared/contract/a.ts', '../../worker/config/config.ts'],
  ['shared/contract/a.ts', 'hono'],
]

const ALLOWED: readonly Row[] = [
  ['worker/signing/a.ts', 'jose'],
  ['worker/signing/a.test.ts', 'node:crypto'],
  ['worker/gateway/a.ts', '../signing/control.ts'],
  ['worker/gateway/deep/a.ts', './b.ts'],
  ['worker/credentials/a.ts', '../../shared/offer.ts'],
  ['worker/order/a.ts', '../gateway/client.ts'],
  ['worker/order/a.ts', '../limits/coarse-limit.ts'],
  ['worker/order/a.ts', 'cloudflare:workers'],
  ['worker/order/a.test.ts', '../testing/edge.ts'],
  ['worker/order/a.test.ts', './testing/examples.ts'],
  ['worker/order/a.ts', './model/a.ts'],
  ['worker/order/model/a.ts', '../../gateway/operations.ts'],
  ['worker/order/model/a.ts', '../../outbox/notification-queue.ts'],
  ['worker/order/views/a.ts', '../model/a.ts'],
  ['worker/order/testing/a.ts', 'vitest'],
  ['worker/gateway/a.test.ts', './testing/keys.ts'],
  ['worker/gateway/testing/a.ts', '../operations.ts'],
  ['worker/gateway/testing/a.ts', 'node:crypto'],
  ['worker/routes/operations/a.test.ts', '../testing/edge.ts'],
  ['worker/routes/testing/a.ts', '../app.ts'],
  ['widget/order/model/a.ts', '../problems.ts'],
  ['widget/order/model/a.ts', '../../../shared/order-status.ts'],
  ['widget/order/model/a.test.ts', '../../testing/tag-table.ts'],
  ['worker/routes/a.ts', '../order/order.ts'],
  ['worker/routes/a.test.ts', 'cloudflare:test'],
  ['worker/index.ts', './routes/app.ts'],
  ['widget/screen/a.ts', '../../shared/order-view.ts'],
  ['widget/screen/a.ts', './english-texts.ts'],
  ['widget/screen/a.test.ts', 'fast-check'],
  ['widget/element/a.ts', '../screen/screen.ts'],
  ['shared/a.test.ts', 'vitest'],
  ['sandbox/gateway.ts', './app.ts'],
  ['sandbox/operations/a.ts', '../bank/three-ds-messages.ts'],
  ['sandbox/money/a.ts', '../store/order-store.ts'],
  ['sandbox/backend.ts', './faults/fault-rule-store.ts'],
  ['sandbox/api/a.test.ts', '../testing/merchant.ts'],
  ['desk/pages/a.ts', '../order/order-page.ts'],
  ['desk/theme/a.ts', '../../widget/theme/tokens.ts'],
  ['widget/order/a.ts', '../screen/screen.ts'],
  ['widget/order/a.ts', '../events/announcer.ts'],
  ['widget/order/model/a.ts', '../../events/pay-error.ts'],
  ['widget/forms/a.ts', '../order/amount.ts'],
  ['widget/forms/a.ts', '../languages/labels.ts'],
  ['widget/dialogs/a.ts', '../look/controls.ts'],
  ['widget/element/a.ts', '../forms/checkout-form.ts'],
  ['widget/languages/a.ts', '../screen/english-texts.ts'],
  ['widget/frames/fields/a.ts', '../../order/api.ts'],
  ['widget/frames/fields/a.ts', '../check/check-texts.ts'],
  ['shared/contract/a.ts', '../order-values.ts'],
  ['shared/contract/a.ts', 'zod'],
]

const LATE = 'worker/gateway/late.ts'

const late = [
  `export type { Order } from '../order/order.ts'`,
  `export { order } from '../order/order.ts'`,
  `export const late = () => import('../order/order.ts')`,
]

let findings: Finding[]

/** Each row is one line of the file that it names. */
let files: Map<string, Row[]>

const reported = (row: Row) =>
  findings.some(
    ({ path, line, rule }) =>
      rule === 'lint/style/noRestrictedImports' && files.get(path)?.[line - 1] === row,
  )

beforeAll(async () => {
  files = Map.groupBy([...FORBIDDEN, ...ALLOWED], ([path]) => path)
  const texts = [...files].map(([path, rows]) => [
    path,
    rows.map(([, from]) => `import '${from}'\n`).join(''),
  ])
  findings = await lintFiles({
    ...Object.fromEntries(texts),
    [LATE]: late.join('\n'),
    [CLOCK]: globals.join('\n'),
    [LOGGING]: logging.join('\n'),
    [SCREEN]: page.join('\n'),
    [COMMAND]: printing.join('\n'),
    [BOUNDED]: printing.join('\n'),
    [HIDDEN]: hidden.join('\n'),
  })
})

const CLOCK = 'worker/order/model/clock.ts'

const globals = [
  'Date.now()',
  'new Date()',
  `fetch('/')`,
  'setTimeout(() => {}, 1)',
  'crypto.randomUUID()',
  'globalThis.Date.now()',
  `self.fetch('/')`,
  'scheduler.wait(1)',
]

const SCREEN = 'widget/screen/page.ts'

const page = [
  'Date.now()',
  `fetch('/')`,
  `document.querySelector('p')`,
  'window.print()',
  'localStorage.clear()',
]

const COMMAND = 'cli/commands/a.ts'

const BOUNDED = 'cli/bounded-fetch.ts'

const printing = [`console.log('printed')`, `fetch('/')`]

const LOGGING = 'worker/order/model/logging.ts'

const logging = [`import { log } from '../../config/log.ts'`, `log('noted', {})`]

const HIDDEN = 'widget/element/hidden.ts'

const hidden = ['history.back()', `addEventListener('load', () => {})`, 'window.print()', 'globalThis.open()']

describe('the layers', () => {
  it.each(FORBIDDEN.map((row) => [...row, row] as const))(
    'refuse that %s imports %s',
    (_path, _from, row) => {
      expect(reported(row)).toBe(true)
    },
  )

  it.each(ALLOWED.map((row) => [...row, row] as const))('allow that %s imports %s', (_path, _from, row) => {
    expect(reported(row)).toBe(false)
  })

  it('refuse a type, a re-export and a late import alike', () => {
    expect(findings.filter(({ path }) => path === LATE)).toHaveLength(late.length)
  })

  it('refuse that the order’s model reads the clock, waits or reaches out', () => {
    const denied = findings.filter(
      ({ path, rule }) => path === CLOCK && rule === 'lint/style/noRestrictedGlobals',
    )
    expect(denied).toHaveLength(globals.length)
  })

  it('refuse that a screen reads the clock, the page or the network', () => {
    const denied = findings.filter(
      ({ path, rule }) => path === SCREEN && rule === 'lint/style/noRestrictedGlobals',
    )
    expect(denied).toHaveLength(page.length)
  })

  it('refuse that a command prints or asks by itself, but not the files that do it for all', () => {
    const denied = findings.filter(({ rule }) => rule === 'lint/style/noRestrictedGlobals')
    expect(denied.filter(({ path }) => path === COMMAND)).toHaveLength(printing.length)
    expect(denied.filter(({ path }) => path === BOUNDED)).toEqual([])
  })

  it('refuse that the order’s model writes the log', () => {
    const denied = findings.filter(
      ({ path, rule }) => path === LOGGING && rule === 'lint/style/noRestrictedImports',
    )
    expect(denied).toHaveLength(1)
  })

  it('refuse that the tag uses a name that a page may hide', () => {
    const denied = findings.filter(
      ({ path, rule }) => path === HIDDEN && rule === 'lint/style/noRestrictedGlobals',
    )
    expect(denied).toHaveLength(hidden.length)
  })
})
