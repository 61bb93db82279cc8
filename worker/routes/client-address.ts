import type { EdgeContext } from './context.ts'

/** The caller's address. The platform sets the header itself; only without the platform in between is there none. */
export const addressOf = (c: EdgeContext): string => c.req.header('CF-Connecting-IP') ?? '127.0.0.1'
