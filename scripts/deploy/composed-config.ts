/** The configuration that a deployment runs with: `wrangler.toml`, and over it what the merchant's own file changes. Pure. */
import type { DeploymentConfig } from '../../cli/setup/deployment-config.ts'
import { neededSecrets } from '../../cli/setup/secret-settings.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'

/** A configuration of wrangler, as far as a deployment reads it. */
export interface ComposedConfig {
  readonly name: string
  readonly d1_databases?: readonly {
    readonly binding: string
    readonly database_name?: string
    readonly database_id?: string
  }[]
  readonly vars: Readonly<Record<string, string>>
  readonly [other: string]: unknown
}

/**
 * Lays the merchant's configuration over that of the project. So a new version brings its bindings and migrations along, and
 * keeps the merchant's names, addresses and variables.
 *
 * Objects and lists of bindings merge, a binding by its name; everything else is replaced. Variables become text. Secrets
 * without which the edge refuses to start become required, so that wrangler uploads nothing without them. They are not in
 * `wrangler.toml`, since `wrangler dev` would then keep every other setting of `.dev.vars` from the Worker.
 *
 * @returns The configuration; else what the merchant's must not change.
 */
export function composedConfig(
  base: Readonly<Record<string, unknown>>,
  own: Partial<DeploymentConfig>,
): Result<ComposedConfig, string> {
  if ('migrations' in own)
    return refused('"migrations" belong to the versions of the Worker: no deployment has its own')
  const merged = merge(base, own) as Readonly<Record<string, unknown>> & { readonly name: string }
  const vars = Object.fromEntries(
    Object.entries(merged.vars ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  return accepted({ ...merged, vars, secrets: { required: neededSecrets(vars) } })
}

type Table = Readonly<Record<string, unknown>>

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merge(base: unknown, own: unknown): unknown {
  if (own === undefined) return base
  if (isTable(base) && isTable(own)) {
    const names = [...new Set([...Object.keys(base), ...Object.keys(own)])]
    return Object.fromEntries(names.map((name) => [name, merge(base[name], own[name])]))
  }
  return areBindings(base) && areBindings(own) ? mergeBindings(base, own) : own
}

/** What a binding is known by in the Worker. */
const keyOf = ({ binding, name }: Table): unknown => binding ?? name

const areBindings = (value: unknown): value is readonly Table[] =>
  Array.isArray(value) && value.every((one) => isTable(one) && keyOf(one) !== undefined)

function mergeBindings(base: readonly Table[], own: readonly Table[]): readonly unknown[] {
  const added = own.filter((one) => base.every((other) => keyOf(other) !== keyOf(one)))
  const changed = base.map((one) =>
    merge(
      one,
      own.find((other) => keyOf(other) === keyOf(one)),
    ),
  )
  return [...changed, ...added]
}
