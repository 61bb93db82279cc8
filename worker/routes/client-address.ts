import type { EdgeContext } from './context.ts'

/** The caller's IP address. The platform always sets the header; it is missing only in tests and in development. */
export const addressOf = (c: EdgeContext): string => c.req.header('CF-Connecting-IP') ?? '127.0.0.1'
