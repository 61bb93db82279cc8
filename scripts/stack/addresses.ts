import type { Ports } from './ports.ts'

/** Addresses of the parts of a stack: for browsers, and for programs on the same machine. */
export interface Addresses {
  readonly shop: string
  readonly edge: string
  readonly gateway: string
  readonly bank: string
  /** Names under `localhost` may not resolve outside browsers. */
  readonly local: { readonly shop: string; readonly edge: string; readonly gateway: string }
}

/** The addresses of a stack on these ports: four sites to a browser, one machine. No slash at the end. */
export function addressesOf({ shop, edge, sandbox }: Ports): Addresses {
  return {
    shop: `http://shop.localhost:${shop}`,
    edge: `http://pay.localhost:${edge}`,
    gateway: `http://gateway.localhost:${sandbox}`,
    bank: `http://bank.localhost:${sandbox}`,
    local: {
      shop: `http://127.0.0.1:${shop}`,
      edge: `http://127.0.0.1:${edge}`,
      gateway: `http://127.0.0.1:${sandbox}`,
    },
  }
}

/** Where `npm run docs` serves the documentation, whose live tag pays at the sandbox of the usual ports. */
export const DOCS_ORIGIN = 'http://docs.localhost:5172'
