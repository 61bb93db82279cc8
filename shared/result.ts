/** The result of parsing outside input: the value, or a tagged reason. A parser never throws. */
export type Result<Value, Reason = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason }

/** Wraps a value that was accepted. */
export const accepted = <Value>(value: Value) => ({ ok: true, value }) as const

/** Wraps the reason why an input was refused. */
export const refused = <Reason>(reason: Reason) => ({ ok: false, reason }) as const
