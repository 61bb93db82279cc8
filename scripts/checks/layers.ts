/**
 * Which folder may import which other: the one place where a rule of a layer is added or changed. `npm run reference`
 * writes the linter's rules from it, to `biome.layers.generated.json`.
 */
import type { DeniedGlobals, Layer } from './folder-rules.ts'

/** What any test of the edge may need. */
const EDGE_TESTS = ['vitest', 'node:crypto', 'cloudflare:test', 'cloudflare:workers', 'fast-check']

const SHARED_TESTS = ['vitest', 'vitest/config', 'fast-check', 'node:crypto']

/** The contract between page and edge. */
const SHARED: readonly Layer[] = [
  { of: 'shared', imports: [], tests: SHARED_TESTS, noTestSupport: true },
  { of: 'shared/vitest.config.ts', imports: ['shared', ...SHARED_TESTS] },
  { of: 'shared/offer-claims.ts', imports: ['shared', 'zod'] },
  { of: 'shared/contract', imports: ['shared/*.ts', 'zod'], tests: SHARED_TESTS },
]

/** What the order's model and its views may know of the folders outside. */
const MODEL = [
  ...['worker/gateway', 'worker/config', 'worker/domain', 'shared'],
  'worker/outbox/listed-order.ts',
  'worker/outbox/notification-queue.ts',
  'worker/outbox/notifications.ts',
  'worker/mail/mail-queue.ts',
]

/** What the model may not take from there: the network, and the log. */
const PURE = {
  noTestSupport: true,
  except: ['worker/gateway/client.ts', 'worker/gateway/transport.ts'],
  withoutNames: { 'worker/config/log.ts': ['log'] },
  tests: [
    'worker/order/model',
    'worker/order/views',
    'worker/outbox',
    'worker/order/testing',
    'worker/testing/edge.ts',
  ],
} as const

/** What the order's test support and its stories may import. */
const ORDER_TESTING = [
  ...['worker/order/*.ts', 'worker/order/model', 'worker/order/views', 'worker/limits', 'worker/gateway'],
  ...['worker/outbox', 'worker/domain', 'worker/config', 'shared', 'worker/testing/edge.ts', ...EDGE_TESTS],
]

/** The edge: routes → order → gateway → signing. */
const EDGE: readonly Layer[] = [
  { of: 'worker/signing', imports: ['jose'], tests: [...EDGE_TESTS, '@peculiar/webcrypto'] },
  {
    of: 'worker/gateway',
    imports: ['worker/signing', 'worker/deadline.ts', 'shared'],
    tests: EDGE_TESTS,
  },
  { of: 'worker/config', imports: ['worker/signing', 'shared', 'zod'], tests: EDGE_TESTS },
  { of: 'worker/domain', imports: ['shared', 'zod'], tests: EDGE_TESTS },
  {
    of: 'worker/credentials',
    imports: ['worker/domain', 'worker/config', 'worker/deadline.ts', 'shared', 'jose', 'zod'],
    tests: EDGE_TESTS,
  },
  {
    of: 'worker/outbox',
    imports: ['worker/config', 'worker/deadline.ts', 'shared'],
    tests: [...EDGE_TESTS, 'standardwebhooks'],
  },
  {
    of: 'worker/mail',
    imports: ['worker/outbox/notification-retries.ts', 'worker/config', 'worker/deadline.ts', 'shared'],
    tests: EDGE_TESTS,
  },
  {
    of: 'worker/outbox/order-index-shard.ts',
    imports: ['worker/outbox', 'worker/config', 'shared', 'cloudflare:workers'],
  },
  {
    of: 'worker/limits',
    imports: [
      ...[
        'worker/outbox',
        'worker/domain',
        'worker/config',
        'worker/deadline.ts',
        'worker/lasting-alarm.ts',
        'shared',
      ],
      ...['cloudflare:workers', 'zod'],
    ],
    tests: EDGE_TESTS,
  },
  {
    of: 'worker/catalogue',
    imports: ['worker/domain', 'worker/config', 'shared', 'cloudflare:workers'],
    tests: [...EDGE_TESTS, 'worker/testing/edge.ts'],
  },
  {
    of: 'worker/order',
    imports: [
      ...[
        'worker/catalogue',
        'worker/limits',
        'worker/gateway',
        'worker/outbox',
        'worker/mail',
        'worker/domain',
        'worker/config',
      ],
      ...['worker/deadline.ts', 'worker/lasting-alarm.ts', 'shared', 'cloudflare:workers'],
      // A mail has the link to its order, whose token is made when it is sent.
      'worker/credentials/order-tokens.ts',
    ],
    noTestSupport: true,
    tests: [...EDGE_TESTS, 'worker/order/testing', 'worker/testing/edge.ts'],
  },
  { of: 'worker/order/model', imports: MODEL, ...PURE, tests: [...PURE.tests, ...EDGE_TESTS] },
  {
    of: 'worker/order/views',
    imports: ['worker/order/model', ...MODEL],
    ...PURE,
    tests: [...PURE.tests, ...EDGE_TESTS],
  },
  { of: 'worker/order/testing', imports: ORDER_TESTING, tests: [] },
  { of: 'worker/order/stories', imports: ['worker/order/testing', ...ORDER_TESTING], tests: [] },
  {
    of: 'worker/routes',
    levels: 3,
    imports: [
      ...[
        'worker/order',
        'worker/catalogue',
        'worker/limits',
        'worker/credentials',
        'worker/outbox',
        'worker/mail/mail-setting.ts',
        'worker/domain',
      ],
      ...['worker/config', 'worker/deadline.ts', 'shared', 'hono', 'hono/**', 'zod'],
    ],
    tests: [...EDGE_TESTS, 'worker/testing/edge.ts', 'ajv/**', 'ajv-formats'],
  },
  {
    of: 'worker/index.ts',
    imports: [
      ...['worker/routes', 'worker/order', 'worker/catalogue', 'worker/limits'],
      'worker/outbox/order-index-shard.ts',
    ],
  },
  {
    of: 'worker/testing/edge.ts',
    imports: ['worker/order', 'worker/limits', 'worker/testing', 'worker/index.ts'],
  },
]

/** The sandbox, from the top down: each part may import those below it. */
const SANDBOX = line(
  'sandbox',
  [
    ...['index.ts', 'gateway.ts', 'app.ts', 'controls'],
    ...['operations', 'hosted', 'backend.ts', 'bank', 'pages'],
    ...['payouts', 'cards', 'faults'],
    ...['money', 'callbacks', 'settings.ts', 'store', 'signing'],
    ...['three-ds', 'api', 'turnstile'],
  ],
  ['hono', 'hono/**', 'node:crypto', 'cloudflare:workers'],
)

/**
 * The desk, from the top down. It is drawn with the tag's tokens, and follows orders over the tag's socket. Of the merchants' package
 * it has the types alone.
 */
const DESK = line(
  'desk',
  ['served.ts', 'define-desk.ts', 'pages', 'products', 'payment', 'order', 'theme', 'session', 'texts'],
  ['widget', 'shared', 'packages/server/src/contract.generated.ts', 'lit', 'uqr'],
)

/** What every part of the tag may import. */
const GROUND = ['shared', 'widget/browser', 'widget/durations.ts']

/** What draws may import besides. */
const DRAWING = [
  ...GROUND,
  'widget/order',
  'widget/events',
  'widget/look',
  'widget/theme',
  'widget/screen',
  'lit',
  'lit/directives/repeat.js',
]

/** The tag: element → forms, dialogs → order → events, screen. */
const TAG: readonly Layer[] = [
  {
    of: 'widget',
    imports: 'anything',
    except: ['zod', 'shared/offer-claims.ts'],
    why: 'the tag carries no validator',
  },
  ...[
    {
      of: 'widget/screen',
      imports: ['shared'],
      tests: ['vitest', 'fast-check', 'widget/screen/testing'],
    },
    { of: 'widget/screen/testing', imports: ['shared', 'widget/screen'] },
    { of: 'widget/events', imports: GROUND },
    { of: 'widget/look', imports: [...GROUND, 'lit'] },
    { of: 'widget/theme', imports: [...GROUND, 'lit'] },
    { of: 'widget/order', imports: [...GROUND, 'widget/events', 'widget/screen', 'lit'] },
    {
      of: 'widget/order/model',
      imports: [
        ...[
          'api',
          'context',
          'goods',
          'navigable',
          'offer',
          'problems',
          'remembered-orders',
          'return-fragment',
        ].map((file) => `widget/order/${file}.ts`),
        'widget/events/pay-error.ts',
        'shared',
      ],
    },
    { of: 'widget/forms', imports: [...DRAWING, 'widget/languages/labels.ts'] },
    { of: 'widget/dialogs', imports: DRAWING },
    {
      of: 'widget/element',
      imports: [...DRAWING, 'widget/forms', 'widget/dialogs', 'widget/languages/labels.ts'],
    },
    {
      of: 'widget/frames',
      levels: 2,
      imports: [...GROUND, 'widget/order', 'widget/look', 'widget/theme', 'credit-card-type/**'],
    },
    { of: 'widget/languages', imports: ['shared', 'widget/screen', 'widget/frames'] },
  ].map((layer) => ({ ...layer, except: ['shared/offer-claims.ts'] })),
]

/** What goes into a shop's own bundle. */
const PACKAGES: readonly Layer[] = [{ of: 'packages/tag/load-checkout.ts', imports: ['packages/tag/types'] }]

/** The package of merchants' servers: it brings nothing with it, and knows the edge by its document alone. */
const SERVER: readonly Layer[] = [
  {
    of: 'packages/server/src',
    imports: [],
    tests: ['vitest', 'fast-check', 'node:crypto', 'jose', 'standardwebhooks'],
  },
]

/** All layers. A layer inside another one comes after it. */
export const LAYERS: readonly Layer[] = [
  ...SHARED,
  ...SERVER,
  ...TAG,
  ...DESK,
  ...EDGE,
  ...SANDBOX,
  ...PACKAGES,
]

/** Clock, storage and network, in all their names. */
const OUTSIDE_WORLD = [
  ...['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'scheduler'],
  ...['fetch', 'caches', 'WebSocket', 'WebSocketPair', 'EventSource'],
  ...['crypto', 'console', 'navigator', 'globalThis', 'self'],
]

/** What a script of the page may hide by a variable of its own, and why the tag asks `page` for it. */
const OF_PAGE = Object.fromEntries(
  `
    addEventListener atob btoa crossOriginIsolated getComputedStyle globalThis history innerHeight
    innerWidth isSecureContext localStorage matchMedia navigator performance print queueMicrotask
    removeEventListener requestAnimationFrame self sessionStorage setInterval structuredClone top window
    BroadcastChannel CustomEvent DOMException IntersectionObserver MessageChannel MutationObserver
    ResizeObserver TextDecoder TextEncoder URLSearchParams
  `
    .trim()
    .split(/\s+/)
    .map((name) => [name, `a script of the page may hide this name: page.${name} is the browser's`]),
)

/** Globals that a folder may not use. Its tests may. Of two entries for one file the last one counts. */
export const DENIED_GLOBALS: readonly DeniedGlobals[] = [
  {
    in: ['worker/order/model', 'worker/order/views'],
    names: allFor('the model is pure: a caller hands the time, storage and network over', OUTSIDE_WORLD),
  },
  {
    in: ['widget'],
    except: [
      ...['widget/browser/page.ts', 'widget/build', 'widget/frames', 'widget/testing'],
      ...['widget/vitest.config.ts', 'widget/without-dom.js'],
    ],
    names: OF_PAGE,
  },
  {
    in: ['widget/screen'],
    names: {
      ...OF_PAGE,
      ...allFor('what a screen shows is pure: a caller hands the time and the page over', [
        ...OUTSIDE_WORLD,
        ...['document', 'window', 'location', 'localStorage', 'sessionStorage'],
      ]),
    },
  },
  {
    in: ['cli'],
    except: ['cli/pay-checkout.js', 'cli/pay-checkout.ts', 'cli/bounded-fetch.ts'],
    names: {
      console: 'the terminal prints, and makes what others wrote plain text',
      fetch: 'boundedFetch asks, within a deadline and a limit',
    },
  },
]

function allFor(why: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, why]))
}

/**
 * A folder whose parts lie in one line.
 *
 * @param parts From the top down: folders, and files that are a part of their own.
 * @param outside What each of them may import besides those below it.
 */
function line(folder: string, parts: readonly string[], outside: readonly string[]): readonly Layer[] {
  return parts.map((part, number) => ({
    of: `${folder}/${part}`,
    imports: [...parts.slice(number + 1).map((below) => `${folder}/${below}`), ...outside],
  }))
}
