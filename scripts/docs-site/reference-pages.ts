/** The interface's reference as pages of the site, one for each operation, from its OpenAPI document. Pure. */
import type { ApiDocument } from '../reference/api-document-shape.ts'
import {
  bodyTable,
  facts,
  HEADINGS,
  INTRO,
  parameterTable,
  problems,
  type Routed,
  routedOperations,
  schemas,
  webhooks,
} from '../reference/api-page.ts'
import { codeTabs, exampleTabs, type Tab } from './code-tabs.ts'
import { requestExample } from './request-example.ts'
import type { SiteGroup, SitePage } from './site-page.ts'

const FOLDER = 'reference'

/** Parts of the API's page that are pages of their own here: heading → file. */
const PARTS = { problems: 'problems.md', webhooks: 'webhooks.md', schemas: 'schemas.md' } as const

/** Anchor of the API's page in the repository → where the site has it. */
export function referenceAnchors(document: ApiDocument): Map<string, string> {
  const at = (anchor: string, file: string) => [anchor.toLowerCase(), `${FOLDER}/${file}`] as const
  return new Map([
    ...Object.entries(PARTS).map(([anchor, file]) => at(anchor, file)),
    ...routedOperations(document).map(({ operationId }) => at(operationId, `${operationId}.md`)),
    ...Object.keys(document.components.schemas).map((name) =>
      at(name, `${PARTS.schemas}#${name.toLowerCase()}`),
    ),
  ])
}

/** Writes all pages of the reference. */
export function referencePages(document: ApiDocument): SitePage[] {
  const anchors = referenceAnchors(document)
  const page = (path: string, text: string): SitePage => ({
    path: `${FOLDER}/${path}`,
    text: relinked(text, anchors),
  })
  const all = routedOperations(document)
  return [
    page('index.md', `${INTRO}\n${overviews(all)}`),
    ...all.map((one) => page(`${one.operationId}.md`, operationPage(one, document))),
    page(PARTS.problems, asPage(problems())),
    page(PARTS.webhooks, asPage(webhooks(document))),
    page(PARTS.schemas, asPage(schemas(document))),
  ]
}

/** The list beside the reference. */
export function referenceNavigation(document: ApiDocument): SiteGroup[] {
  const all = routedOperations(document)
  const groups = Object.entries(HEADINGS).map(([tag, text]) => ({
    text,
    items: all
      .filter(({ tags }) => tags.includes(tag))
      .map((one) => ({ text: `${verb(one)} ${one.operationId}`, link: `/${FOLDER}/${one.operationId}.md` })),
  }))
  const parts = Object.entries(PARTS).map(([name, file]) => ({
    text: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    link: `/${FOLDER}/${file}`,
  }))
  return [
    { text: 'The interface', items: [{ text: 'Begin here', link: `/${FOLDER}/index.md` }, ...parts] },
    ...groups,
  ]
}

function verb({ route }: Routed): string {
  const [method = ''] = route.split(' ')
  return `<span class="verb ${method.toLowerCase()}">${method}</span>`
}

const overviews = (all: readonly Routed[]) =>
  Object.entries(HEADINGS)
    .map(([tag, heading]) => {
      const own = all.filter(({ tags }) => tags.includes(tag))
      const rows = own.map(
        (one) =>
          `| [${one.operationId}](#${one.operationId.toLowerCase()}) | ${verb(one)} \`${path(one)}\` | ${one.summary} |`,
      )
      return `### ${heading}\n\n| Operation | Route | What it does |\n| --- | --- | --- |\n${rows.join('\n')}\n`
    })
    .join('\n')

const path = ({ route }: Routed) => route.split(' ')[1] ?? ''

/** Words on the left, examples on the right where there is room. */
function operationPage(one: Routed, document: ApiDocument): string {
  const media = one.requestBody?.content['application/json']
  const [who = '', ...answers] = facts(one)
  const asked = [
    ...(media || one.parameters.length > 0 ? ['## What you send', ''] : []),
    ...parameterTable(one),
    ...(media ? bodyTable(media.schema, document) : []),
  ]
  return [
    `# ${one.operationId}`,
    `<p class="route">${verb(one)} <code>${path(one)}</code></p>`,
    '<div class="operation"><div class="words">',
    `${one.summary}.`,
    one.description ?? '',
    who,
    asked.join('\n'),
    '## What you get',
    answers.map((answer) => `- ${answer}`).join('\n'),
    '</div><div class="examples">',
    examplesOf(one),
    '</div></div>\n',
  ].join('\n\n')
}

function examplesOf(one: Routed): string {
  const answers = Object.entries(one.responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).flatMap(({ examples }) => exampleTabs(status, examples)),
  )
  return [codeTabs('Request', [requestExample(one), ...bodiesOf(one)]), codeTabs('Answer', answers)].join(
    '\n\n',
  )
}

/** The first is in the command already. */
const bodiesOf = ({ requestBody }: Routed): Tab[] =>
  exampleTabs('', requestBody?.content['application/json']?.examples).slice(1)

/** A section of the API's page, one level up. */
const asPage = (section: string) => section.replace(/^#(#+ )/gm, '$1')

/** Links within the API's page lead to the pages that its sections are here. */
const relinked = (text: string, anchors: ReadonlyMap<string, string>) =>
  text
    .replaceAll(/\]\(#([\w-]+)\)/g, (link, anchor: string) => {
      const target = anchors.get(anchor)
      return target === undefined ? link : `](./${target.replace(`${FOLDER}/`, '')})`
    })
    .replaceAll(/\]\(([\w-]+\.md)\)/g, '](../$1)')
