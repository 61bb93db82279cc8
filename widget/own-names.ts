/**
 * Names that the tag's objects use among themselves, which the build shortens: neither the browser, the page, the edge
 * and its frames nor what is stored knows one of them. A build in which such a name is also a text fails, since
 * something may be looked up by it.
 */
export const OWN_NAMES: readonly string[] = [
  ...['act', 'around', 'ask', 'begin', 'changed', 'claims', 'endMethod', 'follow', 'forget', 'hostConnected'],
  ...[
    'hostDisconnected',
    'hostUpdate',
    'intend',
    'isFollowed',
    'isIsolated',
    'isWrong',
    'lost',
    'mayBuyAgain',
  ],
  ...[
    'mayPay',
    'memory',
    'navigate',
    'obtain',
    'openSocket',
    'pause',
    'price',
    'randomKey',
    'refuse',
    'renderRoot',
  ],
  ...[
    'requestUpdate',
    'rest',
    'resuming',
    'retire',
    'say',
    'started',
    'take',
    'terms',
    'updated',
    'view',
    'watch',
  ],
  'willUpdate',
]
