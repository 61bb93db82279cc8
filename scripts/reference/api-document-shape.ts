/** The parts of the OpenAPI document that its page shows. */

/** A JSON Schema, as the document writes them. */
export interface ApiSchema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: ApiSchema
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: ApiSchema | boolean
  readonly allOf?: readonly ApiSchema[]
  readonly anyOf?: readonly ApiSchema[]
  readonly oneOf?: readonly ApiSchema[]
}

/** A recorded example. */
export interface ApiExample {
  readonly summary: string
  readonly value: unknown
}

interface Media {
  readonly schema: ApiSchema
  readonly examples?: Readonly<Record<string, ApiExample>>
}

interface Body {
  readonly description: string
  readonly content?: Readonly<Record<string, Media>>
  readonly headers?: Readonly<Record<string, object>>
}

/** One operation, or one webhook. */
export interface ApiOperationEntry {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  /** Scheme → scopes; any one of them will do. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly schema: ApiSchema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>>; readonly required?: boolean }
  readonly responses: Readonly<Record<string, Body>>
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperationEntry>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: ApiOperationEntry }>>
  readonly components: { readonly schemas: Readonly<Record<string, ApiSchema>> }
}
