/** Writes the page about the tag's looks: every token, part and slot. Pure: the same lists give the same text. */
import { PARTS, SLOTS, TOKEN_MEANINGS } from '../../widget/theme/appearance.ts'
import { BRAND_THEMES, themeRule } from '../../widget/theme/brand-themes.ts'
import { TOKENS } from '../../widget/theme/tokens.ts'
import { table } from './markdown-table.ts'

const INTRO = `# The looks of the tag

Generated from \`widget/theme/\` by \`npm run reference\`; \`npm run check\` fails when it is out of date.

The tag takes your page's colour scheme, and its own colours until you set some. Your brand's accent is enough: the words
on it turn black or white, and the tag mixes it with the text's colour where it stands on the surface, so that everything
stays readable.

\`\`\`css
pay-checkout {
  --pay-accent: #e4007c;
  --pay-radius: 999px;
  --pay-font: 400 1rem/1.5 "Brand Sans", sans-serif;
}
\`\`\`

With a surface of your own, set the text's colour as well, and \`color-scheme\`: the browser draws lists and autofilled fields
by it, whichever scheme the rest of the page has. The demo shop's theme editor (\`npm run dev\`, then “every state of the tag”
and “The theme editor”) starts from a colour, a typeface and corners, says whether each pair of colours is readable, and prints
such a rule.

## Tokens

Custom properties, inherited as any other. The frames of card and payout fields take them too, but only plain values: colours
and lengths with their functions, no \`url()\`. In a default, \`--_name\` is the token \`name\`, and the second
colour of \`light-dark(…)\` is for dark pages.
`

const THEMES_INTRO = `## Themes to start from

The theme editor starts from each of these too (\`widget/theme/brand-themes.ts\`). A test computes the contrast of every pair of
their colours.
`

const PARTS_INTRO = `## Parts

For what tokens do not reach: \`pay-checkout::part(button) { text-transform: uppercase }\`. The controls within the frames of
card and payout fields are not among them, since those are pages of the edge.
`

const SLOTS_INTRO = `## Slots

\`<p slot="terms">…</p>\` within the tag. Your page's own styles and its security policy apply to it.
`

/** Writes the page. */
export const appearancePage = (): string =>
  [
    INTRO,
    table(
      ['Property', 'For', 'Default'],
      Object.entries(TOKENS).map(([name, value]) => [
        code(`--pay-${name}`),
        TOKEN_MEANINGS[name as keyof typeof TOKENS],
        code(value),
      ]),
    ),
    THEMES_INTRO,
    ...Object.values(BRAND_THEMES).map(
      (theme) => `**${theme.title}.** ${theme.words}.\n\n\`\`\`css\n${themeRule(theme)}\n\`\`\`\n`,
    ),
    PARTS_INTRO,
    table(
      ['Part', 'What it is'],
      Object.entries(PARTS).map(([name, words]) => [code(name), words]),
    ),
    SLOTS_INTRO,
    table(
      ['Slot', 'What stands there'],
      Object.entries(SLOTS).map(([name, words]) => [name ? code(name) : 'without a name', words]),
    ),
  ].join('\n')

const code = (text: string) => `\`${text}\``
