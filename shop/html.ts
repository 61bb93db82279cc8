/** Text that is markup already, and must not be escaped again. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

/** Writes markup. Escapes every value but markup and lists of it. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  return new Markup(String.raw({ raw: strings }, ...values.map(toText)))
}

function toText(value: string | Markup | readonly Markup[]): string {
  if (typeof value === 'string') return escapeText(value)
  return value instanceof Markup ? value.text : value.map((part) => part.text).join('\n')
}

/** Writes attributes, each after a blank. An empty value gives a bare name. */
export function attributes(values: Readonly<Record<string, string>>): Markup {
  const texts = Object.entries(values).map(([name, value]) =>
    value === '' ? ` ${name}` : ` ${name}="${escapeText(value)}"`,
  )
  return new Markup(texts.join(''))
}
