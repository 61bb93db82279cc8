/** Writes the page about the design system. Pure: the same constants give the same text. */
import {
  COLOURS,
  CURVE,
  FONT,
  MOTION_MS,
  PALETTE,
  RADII,
  SCRIM,
  SHADOWS,
  SPACE,
  TYPE,
  WEIGHTS,
} from '../../shared/design.ts'
import { table } from './markdown-table.ts'

const REM_PX = 16

const INTRO = `# The design system

Generated from \`shared/design.ts\` by \`npm run reference\`; \`npm run check\` fails when it is out of date.

Every screen of ours draws from these constants: the tag and its frames, the edge's pages, mails, the desk and the sandbox's
pages. A page that embeds the tag changes them by [\`--pay-*\` properties](appearance.md). \`npm run check\` fails where a style
sheet says a size, a corner, a shadow, a colour or a duration that is not here
([\`scripts/checks/design-values.ts\`](../scripts/checks/design-values.ts), with the few exceptions and why they are).

| | Light | Dark |
| --- | --- | --- |
| Ways to pay | <img src="images/design-ways-light.png" width="320" alt="A choice of ways to pay, light"> | <img src="images/design-ways-dark.png" width="320" alt="A choice of ways to pay, dark"> |
| A decline | <img src="images/design-declined-light.png" width="320" alt="A declined payment, light"> | <img src="images/design-declined-dark.png" width="320" alt="A declined payment, dark"> |
| A success | <img src="images/design-approved-light.png" width="320" alt="A payment that succeeded, light"> | <img src="images/design-approved-dark.png" width="320" alt="A payment that succeeded, dark"> |
`

const COLOUR_WORDS = `## Colours

All others are mixed of the first three, so that a brand that sets one stays readable. \`--_name\` is the colour of that name.
`

const CONTRAST = `A test computes each pair in the browser, for two dozen brand colours, three surfaces
and the five [themes](appearance.md#themes-to-start-from), each alone, light and dark
([\`widget/theme/tokens.test.ts\`](../widget/theme/tokens.test.ts)):

| Pair | At least |
| --- | --- |
| \`text\`, \`muted\`, \`ink\`, \`good\`, \`bad\`, \`notice\` and \`danger\` on \`surface\` | 4.5 : 1 |
| \`on-accent\` on \`accent\` | 4.5 : 1 |
| \`text\`, \`muted\` and \`ink\` on \`tint\`, the ground of what is chosen | 4.5 : 1 |
| \`muted\`, \`good\`, \`bad\` and \`notice\` on their own grounds, and \`text\` and \`muted\` on that of \`bad\` | 4.5 : 1 |
| \`border\` and \`ring\` on \`surface\` | 3 : 1 |

With forced colours, the button that pays has the ground and the words of the system's own buttons the other way round, so that
it looks like no field; brands keep theirs.
`

const MOTION_WORDS = `## Motion

All motion begins at once and ends softly: \`${CURVE}\`. A panel is there before it moves, so that no press waits for it, and
where the shopper prefers less motion nothing moves.
`

const BRANDS = `## Brands of cards

One drawing for each, our own: [\`widget/look/brand-drawings.ts\`](../widget/look/brand-drawings.ts). The tag draws it at
32 × 20 px beside a name, the frame of card fields in the field of the number. A brand without one is its name on a white card.
`

/** Writes the page. */
export const designPage = (): string =>
  [
    INTRO,
    '## Type\n',
    `\`${FONT}\`, and sizes as parts of it. Sums and digits of cards have figures of one width.\n`,
    table(
      ['Size', 'Part', 'At 16 px'],
      Object.entries(TYPE).map(([name, part]) => [name, `${part}`, `${part * REM_PX} px`]),
    ),
    table(
      ['Weight', ''],
      Object.entries(WEIGHTS).map(([name, weight]) => [name, `${weight}`]),
    ),
    '## Space and corners\n',
    table(['Distance', '`rem`', 'At 16 px'], Object.entries(SPACE).map(inRem)),
    table(['Corner', '`rem`', 'At 16 px'], Object.entries(RADII).map(inRem)),
    table(
      ['Shadow', ''],
      Object.entries({ ...SHADOWS, 'between a dialog and the page': SCRIM }).map(([name, shadow]) => [
        name,
        `\`${shadow}\``,
      ]),
    ),
    COLOUR_WORDS,
    table(
      ['Colour', 'Light', 'Dark'],
      Object.entries(PALETTE).map(([name, pair]) => [name, ...pair.map((colour) => `\`${colour}\``)]),
    ),
    table(
      ['Mixed', ''],
      Object.entries(COLOURS)
        .filter(([name]) => !(name in PALETTE))
        .map(([name, css]) => [name, `\`${css}\``]),
    ),
    CONTRAST,
    MOTION_WORDS,
    table(
      ['Duration', ''],
      Object.entries(MOTION_MS).map(([name, ms]) => [name, `${ms} ms`]),
    ),
    BRANDS,
  ].join('\n')

const inRem = ([name, rem]: readonly [string, number]) => [name, `${rem}`, `${rem * REM_PX} px`]
