import { tryTo } from './try-to.ts'

/** What `URL.parse` does, which browsers of three years ago lack. */
export const parseUrl = (address: string, base?: string): URL | undefined =>
  tryTo(() => new URL(address, base))
