type Flaws = readonly (readonly [pattern: RegExp, told: string])[]

/** What copying leaves in a secret: no issued one has it. First match counts. */
const DAMAGE: Flaws = [
  [/^\s|\s$/, 'has white space around it'],
  [/^["'`].*["'`]$/, 'has quotes around it'],
  [/(?!-)\p{Pd}|\p{Pi}|\p{Pf}|[‚„…]/u, 'holds typographic characters'],
  [/[\s\p{Cc}\p{Cf}]/u, 'holds white space or a control character'],
]

/** What hardly any secret has. First match counts. */
const DOUBTS: Flaws = [
  [/^["'`]|["'`]$/, 'has a quote at one end'],
  [/[^\0-\x7f]/, 'holds characters that are not ASCII'],
  [/^(?:[{[]|https?:|-----|whsec_|pck_)/, 'looks like the value of another setting'],
]

const firstIn = (flaws: Flaws, text: string) => flaws.find(([pattern]) => pattern.test(text))?.[1]

/** Says why a text cannot be the secret that somebody meant; `undefined` if it may be. Quotes no part of it. */
export const secretDamage = (text: string): string | undefined => firstIn(DAMAGE, text)

/** Says why a text is hardly the secret that somebody meant; `undefined` if nothing speaks against it. Quotes no part of it. */
export const secretFlaw = (text: string): string | undefined => firstIn([...DAMAGE, ...DOUBTS], text)
