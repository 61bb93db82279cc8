import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ORDER_PHASES } from '../../shared/order-status.ts'
import { ATTEMPT_FLOW, PAYMENT_FLOW, type StatusFlow } from '../../worker/order/model/status-flow.ts'
import { ROOT } from '../root.ts'
import type { Check } from './run-checks.ts'

const PAGE = 'docs/architecture.md'

/** A drawing by its title, the table that it draws, and the status that it begins with. */
const DRAWN: readonly (readonly [title: string, flow: StatusFlow<string>, start: string])[] = [
  ['The statuses of an attempt', ATTEMPT_FLOW, 'sending'],
  ['The statuses of a paid order', PAYMENT_FLOW, 'approved'],
]

/** The drawings of statuses show the very steps that the order's tables allow. */
export const stateDiagrams: Check = {
  name: 'the state diagrams draw the tables of statuses',
  problems: async () => {
    const page = await readFile(join(ROOT, PAGE), 'utf8')
    const drawings = DRAWN.flatMap(([title, flow, start]) => diagramProblems(page, { title, flow, start }))
    return [...drawings, ...phaseProblems(page)]
  },
}

interface Drawing {
  readonly title: string
  readonly flow: StatusFlow<string>
  readonly start: string
}

/** Says where a page's drawing differs from its table; nothing where they are the same. */
export function diagramProblems(page: string, { title, flow, start }: Drawing): string[] {
  const source = page
    .split('```')
    .find((block) => block.startsWith('mermaid\nstateDiagram-v2') && block.includes(`accTitle: ${title}\n`))
  if (!source) return [`${PAGE} has no state diagram "${title}"`]
  const drawn = drawnSteps(source)
  const allowed = new Set(Object.entries(flow).flatMap(([from, all]) => all.map((to) => `${from} → ${to}`)))
  allowed.add(`[*] → ${start}`)
  return [
    ...without(drawn, allowed).map((step) => `${title}: ${step} is drawn, and cannot happen`),
    ...without(allowed, drawn).map((step) => `${title}: ${step} can happen, and is not drawn`),
  ]
}

const without = (all: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...all].filter((one) => !others.has(one))

/** Says where the page's table of phases differs from {@link ORDER_PHASES}. */
export function phaseProblems(page: string): string[] {
  const rows = Object.entries(ORDER_PHASES).map(([status, phase]) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${phase}\` |`))
    return row?.includes(`\`${status}\``) ? [] : [`${PAGE} does not say that \`${status}\` is \`${phase}\``]
  })
  return rows.flat()
}

const GROUP = /^state (\w+) \{$/
const ALIAS = /^state "([^"]+)" as (\w+)$/
const STEP = /^(\S+) --> (\S+?)(?: ?: .*)?$/

/** Reads the steps of a diagram. One from or to a group is one from or to each of its members. */
function drawnSteps(source: string): Set<string> {
  const lines = source.split('\n').map((line) => line.trim())
  const aliases = new Map(lines.flatMap((line) => aliasIn(line)))
  const groups = membersOf(lines)
  const statuses = (id: string): string[] =>
    groups.has(id) ? [...(groups.get(id) ?? [])].flatMap(statuses) : [aliases.get(id) ?? id]
  const steps = new Set<string>()
  for (const line of lines) {
    const [, one = '', other = ''] = STEP.exec(line) ?? []
    for (const from of one ? statuses(one) : [])
      for (const to of statuses(other)) if (from !== to) steps.add(`${from} → ${to}`)
  }
  return steps
}

function aliasIn(line: string): [id: string, status: string][] {
  const [, status, id] = ALIAS.exec(line) ?? []
  return status && id ? [[id, status]] : []
}

/** Groups by name, with the statuses and groups that are written in each. */
function membersOf(lines: readonly string[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>()
  const open: string[] = []
  const add = (id: string) => groups.get(open.at(-1) ?? '')?.add(id)
  for (const line of lines) {
    const [, group] = GROUP.exec(line) ?? []
    if (group) {
      add(group)
      groups.set(group, new Set())
      open.push(group)
    } else if (line === '}') open.pop()
    else for (const id of idsIn(line)) add(id)
  }
  return groups
}

/** What a line inside of a group names: a status alone, or the two of a step. */
function idsIn(line: string): string[] {
  const [, from, to] = STEP.exec(line) ?? []
  if (from && to) return [from, to]
  const [, , alias] = ALIAS.exec(line) ?? []
  if (alias) return [alias]
  return /^\w+$/.test(line) ? [line] : []
}
