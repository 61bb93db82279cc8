/** Prints every screen that an order can lead to, with its words, and why the others cannot occur. */
import { parseArgs } from 'node:util'
import { languageOf } from '../desk/texts/words.ts'
import { LANGUAGES } from '../shared/languages.ts'
import { MONEY } from '../shared/order-outcome.ts'
import { completed, type LanguageFile } from '../widget/languages/language-file.ts'
import { formatPrice } from '../widget/order/amount.ts'
import { isCharge } from '../widget/screen/charges-by-mistake.ts'
import { type Speak, speaker, TEXTS } from '../widget/screen/english-texts.ts'
import { type Screen, screenOf } from '../widget/screen/screen.ts'
import { exampleOf } from '../widget/screen/testing/examples.ts'
import { type Known, MISTAKES, ROWS, whyImpossible } from '../widget/screen/testing/impossible-screens.ts'
import type { Text } from '../widget/screen/text.ts'
import { readLanguage } from './checks/languages.ts'
import { deskWords } from './desk-words.ts'

/** In the order in which they are printed. */
export const INTENTS = ['sale', 'preauth', 'verify', 'payout'] as const

/**
 * `npm run screens`; `npm run screens -- de` prints them in German. `npm run screens -- --desk` prints what the merchant reads of
 * the same orders.
 */
export async function main(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    ...{ args, allowPositionals: true },
    options: { desk: { type: 'boolean' } },
  })
  const [language = 'en'] = positionals
  if (values.desk) {
    console.log(deskWords(INTENTS, languageOf([language])))
    return 0
  }
  if (language !== 'en' && !LANGUAGES.some((one) => one === language)) {
    console.error(`There is no language ${language}, only: en ${LANGUAGES.join(' ')}`)
    return 1
  }
  const printed =
    language === 'en'
      ? screens(speaker({}, { tag: language, texts: TEXTS }), language)
      : screensIn(await readLanguage(`${language}.json`))
  console.log(printed)
  return 0
}

/** All screens in a language, as shoppers read them: in English where a text is not translated yet. */
export const screensIn = (file: LanguageFile): string =>
  screens(speaker({}, { tag: file.language, texts: completed(file, 'tag') }), file.language)

/** All screens, one paragraph for each cell. */
export const screens = (say: Speak, language: string): string =>
  INTENTS.flatMap((intent) => [
    `# ${intent}${isCharge(intent) ? '' : ': charges nothing, so nothing by mistake either'}`,
    ...ROWS.map((row) => [`## ${intent} ${row}`, ...cell({ intent, row }, say, language)].join('\n')),
  ]).join('\n\n')

/** The lines of a cell: what is known of the money, and what the screen says then. Equal screens share a line. */
function cell(at: Pick<Known, 'intent' | 'row'>, say: Speak, language: string): string[] {
  const lines = new Map<string, string[]>()
  for (const mistake of isCharge(at.intent) ? MISTAKES : MISTAKES.slice(0, 1))
    for (const money of MONEY) {
      const known = { ...at, money, mistake }
      const why = whyImpossible(known)
      const line = why ? `cannot occur: ${why}` : spoken(screenOf(exampleOf(known)), say, language)
      const name = mistake === MISTAKES[0] ? money : `${money}, ${mistake}`
      lines.set(line, [...(lines.get(line) ?? []), name])
    }
  return [...lines].map(([line, names]) => `${names.join(' · ')}\n    ${line}`)
}

/** What a screen says, in one line: heading, sentences, support, then the buttons. */
function spoken(
  { status, pay, promise, problem, actions, leadsToSupport }: Screen,
  say: Speak,
  language: string,
): string {
  const told = ({ key, amount, id, date }: Text) =>
    say(key, { id, date, amount: amount && formatPrice(amount, 'EUR', language) })
  return [
    status && `${say(status.heading)} |`,
    ...(status?.texts.map(told) ?? []),
    ...(status?.charges.map((charge) => `! ${told(charge)}`) ?? []),
    problem && told(problem.text),
    promise && told(promise),
    pay && `[${told(pay)}]`,
    ...actions.map(({ label }) => `[${say(label)}]`),
    leadsToSupport && `[${say('contact')}]`,
  ]
    .filter(Boolean)
    .join(' ')
}
