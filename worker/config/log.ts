/** Fields of a log line: codes, counts and identifiers. Never tokens, keys, addresses or personal data. */
export type LogFields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** Writes one structured line to the platform's log. */
export function log(event: string, fields: LogFields = {}): void {
  console.log(JSON.stringify({ event, ...fields }))
}
