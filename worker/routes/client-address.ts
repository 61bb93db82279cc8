import type { EdgeContext } from './context.ts'

/**
 * The caller's IP address. The platform sets the header itself, unless the zone is set to remove it (docs/deploy.md); it is
 * missing also in tests and in development. Headers that a caller may write, such as X-Forwarded-For, are never read.
 */
export const addressOf = (c: EdgeContext): string => c.req.header('CF-Connecting-IP') ?? '127.0.0.1'
