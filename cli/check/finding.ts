/** What a check found. */
export interface Finding {
  /** Attention fails the check; advice does not. What is unchecked neither passed nor failed: nobody looked. */
  readonly level: 'good' | 'advice' | 'attention' | 'unchecked'
  /** Stable. */
  readonly code: string
  readonly message: string
  /** How to mend it. */
  readonly mend?: string
}

export const good = (code: string, message: string): Finding => ({ level: 'good', code, message })

export const advice = (code: string, message: string, mend: string): Finding => ({
  level: 'advice',
  code,
  message,
  mend,
})

export const attention = (code: string, message: string, mend: string): Finding => ({
  level: 'attention',
  code,
  message,
  mend,
})

export const unchecked = (code: string, message: string, mend: string): Finding => ({
  level: 'unchecked',
  code,
  message,
  mend,
})

const MARKS = { good: 'ok', advice: 'note', attention: 'MEND', unchecked: '?' } as const

/** Findings as lines for a person: what it is first, then how to mend it. */
export const findingLines = (findings: readonly Finding[]): readonly string[] =>
  findings.flatMap(({ level, code, message, mend }) => [
    `${MARKS[level].padEnd(5)}${message} (${code})`,
    ...(mend ? [`     → ${mend}`] : []),
  ])
