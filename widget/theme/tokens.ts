/** Every `--pay-*` custom property that a page may set, with its default on a light and on a dark page. */
export const TOKENS = {
  text: ['#16181d', '#f2f3f5'],
  muted: ['#5a6270', '#a7afbc'],
  surface: ['#fff', '#17191e'],
  line: ['#e3e6ea', '#2f343d'],
  border: ['#868e9b', '#737c8a'],
  accent: ['#2447c9', '#9db2ff'],
  'on-accent': ['#fff', '#0d1433'],
  good: ['#12703f', '#63d89c'],
  bad: ['#b3261e', '#ff9c94'],
  notice: ['#855300', '#f2c46b'],
  font: ['400 1rem/1.5 system-ui,sans-serif'],
  space: ['min(1.5rem,5vw)'],
  radius: ['.75rem'],
} as const satisfies Record<string, readonly [light: string, dark?: string]>

/**
 * Inside, each token is `--_name`: the page's value, else the default for its colour scheme. A browser without
 * `light-dark()` draws in the page's own colours.
 */
export const tokenSheet = () =>
  `:host{${Object.entries<readonly string[]>(TOKENS)
    .map(([name, values]) => `--_${name}:var(--pay-${name},${values[1] ? `light-dark(${values})` : values})`)
    .join(';')}}`
