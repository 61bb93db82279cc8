/** What is wrong with a snippet that no program has to run: it is parsed, and compared with what the project knows. */
import PhpParser from 'php-parser'
import { parse as parseYaml } from 'yaml'
import { parseCatalogue } from '../../cli/catalogue.ts'
import { PARTS, SLOTS } from '../../widget/theme/appearance.ts'
import { TOKENS } from '../../widget/theme/tokens.ts'
import { readConfig, SETTING_NAMES } from '../../worker/config/config.ts'
import type { Snippet } from './snippets.ts'

/** Language → what is wrong with a text of it. */
const PARSERS: Readonly<Record<string, (text: string) => string[]>> = {
  json: jsonProblems,
  yaml: (text) => failureOf(() => parseYaml(text)),
  csv: csvProblems,
  css: lookProblems,
  html: slotProblems,
  php: phpProblems,
  mermaid: diagramProblems,
}

/** Parses a snippet. @returns What is wrong, one text each; nothing where its language has no parser here. */
export const parsingProblems = ({ language, text }: Snippet): string[] => PARSERS[language]?.(text) ?? []

/** Also takes members without their braces, as documents show a part of an answer. */
function jsonProblems(text: string): string[] {
  const isPart = /^\s*"/.test(text)
  try {
    return settingProblems(JSON.parse(isPart ? `{${text}}` : text))
  } catch (error) {
    return [messageOf(error)]
  }
}

function csvProblems(text: string): string[] {
  const catalogue = parseCatalogue(text, 0)
  return catalogue.ok ? [] : [...catalogue.reason]
}

/** A setting of the edge has a name in capitals: a member of `vars`, as in `deployment.json`, or of the whole. */
function settingProblems(json: object): string[] {
  const { vars = {}, ...top } = json as { readonly vars?: object }
  const settings = Object.entries({ ...top, ...vars }).filter(([name]) => /^[A-Z_]+$/.test(name))
  return settings.flatMap(([name, value]) => wrongSetting(name, value))
}

/** The edge gets lists and objects as text. */
function wrongSetting(name: string, value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const config = readConfig({ [name]: text })
  const problem = config.ok ? undefined : config.reason.find(({ setting }) => setting === name)
  return [
    ...(SETTING_NAMES.includes(name) ? [] : [`the edge has no setting ${name}`]),
    ...(problem ? [`${name} must ${problem.must}`] : []),
  ]
}

/** Custom properties and parts that the tag does not have. */
function lookProblems(text: string): string[] {
  const tokens = [...text.matchAll(/--pay-([a-z-]+)/g)].map(([, name = '']) => name)
  const parts = [...text.matchAll(/::part\(([a-z -]+)\)/g)].flatMap(([, names = '']) => names.split(' '))
  return [
    ...tokens.filter((name) => !(name in TOKENS)).map((name) => `the tag has no property --pay-${name}`),
    ...parts.filter((name) => !(name in PARTS)).map((name) => `the tag has no part ${name}`),
  ]
}

function slotProblems(text: string): string[] {
  const slots = [...text.matchAll(/\bslot="([^"]+)"/g)].map(([, name = '']) => name)
  return slots.filter((name) => !(name in SLOTS)).map((name) => `the tag has no slot ${name}`)
}

function phpProblems(text: string): string[] {
  const parser = new PhpParser.Engine({ parser: { php8: true, suppressErrors: false } })
  return failureOf(() => parser.parseCode(text, 'snippet.php'))
}

/** Diagram → the forms of its lines. */
const DIAGRAMS: Readonly<Record<string, RegExp>> = {
  flowchart:
    /^(?:subgraph .+|end|direction \w+|[\w"].*(?:--|-\.|==|~~).*[\w\])"]|\w+[[({].+[\])}]|classDef .+|class .+)$/,
  sequenceDiagram:
    /^(?:(?:participant|actor) \w+(?: as .+)?|\w+-?->>[+-]?\w+: .+|\w+--?[x)]\w+: .+|note (?:over|left of|right of) [\w,]+: .+|(?:par|alt|opt|loop|and|else|end|rect|autonumber)\b.*)$/i,
  'stateDiagram-v2':
    /^(?:acc(?:Title|Descr): .+|state .+|\}|[\w[\]*]+ --> [\w[\]*]+(?: : .+)?|\w+(?: : .+)?)$/,
}

function diagramProblems(text: string): string[] {
  const [first = '', ...lines] = text.split('\n').map((line) => line.trim())
  const form = DIAGRAMS[first.split(' ')[0] ?? '']
  if (!form) return [`"${first}" begins no diagram that is known here`]
  const odd = lines
    .filter((line) => line !== '' && !form.test(line))
    .map((line) => `"${line}" is no line of it`)
  const opened = lines.filter((line) => /^(?:subgraph|par|alt|opt|loop|rect)\b|\{$/.test(line)).length
  const closed = lines.filter((line) => /^(?:end|\})$/.test(line)).length
  return opened === closed ? odd : [...odd, `${opened} parts begin and ${closed} end`]
}

function failureOf(parse: () => unknown): string[] {
  try {
    parse()
    return []
  } catch (error) {
    return [messageOf(error)]
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
