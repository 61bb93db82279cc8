/** What copying leaves in a secret, or puts in its place. First match counts. */
const FLAWS: readonly (readonly [pattern: RegExp, told: string])[] = [
  [/^\s|\s$/, 'has white space around it'],
  [/^["'`‘’‚“”„«»]|["'`‘’‚“”„«»]$/, 'has quotes around it'],
  [/[^\0-\x7f]/, 'holds characters that are not ASCII, such as a typographic hyphen'],
  [/^(?:[{[]|https?:|-----|whsec_|pck_)/, 'looks like the value of another setting'],
  [/[\s\0-\x20\x7f]/, 'holds white space or a control character'],
]

/** Says why a text is hardly the secret that somebody meant; `undefined` if nothing speaks against it. Quotes no part of it. */
export const secretFlaw = (text: string): string | undefined =>
  FLAWS.find(([pattern]) => pattern.test(text))?.[1]
