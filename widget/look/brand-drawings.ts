/**
 * How brands of cards are drawn, as data: the tag and the frame of card fields draw the same mark, on a card of 38 × 24. Our
 * own shapes, simple enough for 32 px: colours and forms that people know, and the name where that alone tells the brand.
 */

/** One mark, from its ground up. */
export interface BrandDrawing {
  readonly ground: string
  /** Path and its colour. */
  readonly shapes: readonly (readonly [path: string, fill: string])[]
  /** Above them, in capitals or as the brand writes itself; empty for none. */
  readonly word: string
  readonly ink: string
}

/** Two circles, and where they meet. */
const circles = (left: string, right: string, middle: string) =>
  [
    ['M8 12a7 7 0 1 0 14 0 7 7 0 1 0-14 0', left],
    ['M16 12a7 7 0 1 0 14 0 7 7 0 1 0-14 0', right],
    ['M19 6.3a7 7 0 0 1 0 11.4 7 7 0 0 1 0-11.4', middle],
  ] as const

const WHITE = '#fff'

/** Brand in any spelling → ground, ink, word, shapes. */
const DRAWINGS: readonly (readonly [
  brand: RegExp,
  ground: string,
  ink: string,
  word: string,
  shapes?: BrandDrawing['shapes'],
])[] = [
  [/visa/i, WHITE, '#1434cb', 'VISA'],
  [/master/i, WHITE, '', '', circles('#eb001b', '#f79e1b', '#ff5f00')],
  [/maestro/i, WHITE, '', '', circles('#eb001b', '#00a2e5', '#7375cf')],
  [/am.*ex/i, '#016fd0', WHITE, 'AMEX'],
  [
    /diners/i,
    WHITE,
    '',
    '',
    [
      ['M10.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0', '#0079be'],
      ['M17 6.5a6 6 0 0 0 0 11zM21 6.5a6 6 0 0 1 0 11z', WHITE],
    ],
  ],
  [/discover/i, WHITE, '#1a1a1a', 'DISCOVER', [['M38 14v6a4 4 0 0 1-4 4H12q16-2 26-10', '#f76b1c']]],
  [
    /jcb/i,
    WHITE,
    WHITE,
    'J C B',
    [
      ['M6 4h8v16H6z', '#0b4ea2'],
      ['M15 4h8v16h-8z', '#c8102e'],
      ['M24 4h8v16h-8z', '#007b40'],
    ],
  ],
  [
    /union/i,
    WHITE,
    '',
    '',
    [
      ['M9 4h9l-4 16H5z', '#e21836'],
      ['M16 4h9l-4 16h-9z', '#00447c'],
      ['M23 4h10l-4 16H19z', '#007b84'],
    ],
  ],
  [/^elo$/i, '#111', WHITE, 'elo'],
  [/^mir$/i, WHITE, '#0f754e', 'MIR'],
]

/**
 * The drawing of a brand. One that has none is its name on a white card.
 *
 * @param brand Its name, in the gateway's spelling or any other.
 */
export function brandDrawing(brand: string): BrandDrawing {
  const [, ground, ink, word, shapes = []] = DRAWINGS.find(([known]) => known.test(brand)) ?? [
    '',
    WHITE,
    '#16181d',
    brand,
  ]
  return { ground, ink, word, shapes }
}

/** A long word is squeezed into the width of the card. */
export const isLongWord = (word: string) => word.length > 5
