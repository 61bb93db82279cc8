/** Writes the types of the tag in templates of frameworks: `packages/tag/types/react.d.ts` and others. Pure. */
import { GENERATED_NOTE } from './element-types.ts'
import type { TagElement, TagElements } from './tag-manifest.ts'

/** How a framework's types know the elements of a page. */
interface Framework {
  /** What its types are of. */
  readonly of: string
  /** What `attributes` needs. */
  readonly imports: string
  /** The interface that has the elements, in its module and its namespace. */
  readonly place: readonly [module: string, ...namespaceAndInterface: string[]]
  /** What every element takes, by the type of the element. */
  readonly attributes: (element: string) => string
  /** Listeners of the tag. */
  readonly listeners: string
  /** Types that the listeners need. */
  readonly declarations?: string
  /** How the interface names the props of an element. Default: by their type. */
  readonly entry?: (props: string) => string
}

const FRAMEWORKS = {
  react: {
    of: 'JSX, from React 19 on',
    imports: "import type { DetailedHTMLProps, HTMLAttributes } from 'react'",
    place: ['react', 'JSX', 'IntrinsicElements'],
    attributes: (element) => `DetailedHTMLProps<HTMLAttributes<${element}>, ${element}>`,
    listeners: 'PayCheckoutListeners',
  },
  preact: {
    of: 'JSX of Preact',
    imports: "import type { HTMLAttributes } from 'preact'",
    place: ['preact', 'JSX', 'IntrinsicElements'],
    attributes: (element) => `HTMLAttributes<${element}>`,
    listeners: 'PayCheckoutListeners',
  },
  solid: {
    of: 'JSX of Solid',
    imports: "import type { JSX as SolidJSX } from 'solid-js'",
    place: ['solid-js', 'JSX', 'IntrinsicElements'],
    attributes: (element) => `SolidJSX.HTMLAttributes<${element}>`,
    listeners: "PayCheckoutListeners<'on:'>",
  },
  svelte: {
    of: 'Svelte 5',
    imports: "import type { HTMLAttributes } from 'svelte/elements'",
    place: ['svelte/elements', 'SvelteHTMLElements'],
    attributes: (element) => `HTMLAttributes<${element}>`,
    listeners: 'PayCheckoutListeners',
  },
  vue: {
    of: 'templates of Vue 3',
    imports: "import type { HTMLAttributes } from 'vue'",
    place: ['vue', 'GlobalComponents'],
    attributes: () => 'HTMLAttributes',
    listeners: 'CamelCased<PayCheckoutListeners>',
    declarations: `/** Vue calls \`onpay-settled\` \`onPaySettled\`. */
type CamelCased<Listeners> = {
  [Name in keyof Listeners as Name extends \`on\${infer Head}-\${infer Tail}\`
    ? \`on\${Capitalize<Head>}\${Capitalize<Tail>}\`
    : Name]: Listeners[Name]
}
`,
    entry: (props) => `new () => { $props: ${props} }`,
  },
} as const satisfies Readonly<Record<string, Framework>>

/** A framework that has types of its own. */
export type FrameworkName = keyof typeof FRAMEWORKS

/** Their names. */
export const FRAMEWORK_NAMES = Object.keys(FRAMEWORKS) as FrameworkName[]

/** Writes the file of one framework. */
export function frameworkTypes(name: FrameworkName, { checkout, line }: TagElements): string {
  const framework: Framework = FRAMEWORKS[name]
  const lines = [
    entry(framework, checkout, ['PayCheckoutElement', 'PayCheckoutAttributes', framework.listeners]),
    entry(framework, line, ['HTMLElement', 'PayLineAttributes']),
  ]
  const text = lines.join('\n')
  const used = ['PayCheckoutAttributes', 'PayCheckoutElement', 'PayCheckoutListeners', 'PayLineAttributes']
  const names = used.filter((one) => text.includes(one))
  const own = `import type { ${names.join(', ')} } from './tag.js'`
  const head = `/** Types of the tag’s elements in ${framework.of}. ${GENERATED_NOTE} */`
  const { imports, place, declarations } = framework
  const parts = [`${head}\n${imports}\n${own}\n`, declarations, nested(place, lines), '']
  return parts.filter((part) => part !== undefined).join('\n')
}

function entry(
  { attributes, entry: shape = (props) => props }: Framework,
  { tagName }: TagElement,
  types: readonly [element: string, ...props: string[]],
) {
  const [element, ...own] = types
  return `'${tagName}': ${shape([attributes(element), ...own].filter(Boolean).join(' & '))}`
}

/** `declare module 'a' { namespace B { interface C { … } } }` */
function nested([module, ...inner]: Framework['place'], lines: readonly string[]): string {
  const namespaces = inner.slice(0, -1).map((name) => `namespace ${name}`)
  const heads = [`declare module '${module}'`, ...namespaces, `interface ${inner.at(-1)}`]
  return heads
    .reduceRight((body, head) => [`${head} {`, ...body.map((line) => `  ${line}`), '}'], [...lines])
    .join('\n')
}
