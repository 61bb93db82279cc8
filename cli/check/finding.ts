/** What a check found. */
export interface Finding {
  /** Attention fails the check; advice does not. What is unchecked neither passed nor failed. */
  readonly level: 'good' | 'advice' | 'attention' | 'unchecked'
  /** Stable. */
  readonly code: string
  readonly message: string
  /** How to mend it. */
  readonly mend?: string
}

/** Something that is as it should be. */
export const good = (code: string, message: string): Finding => ({ level: 'good', code, message })

const findingOf =
  (level: Exclude<Finding['level'], 'good'>) =>
  (code: string, message: string, mend: string): Finding => ({ level, code, message, mend })

/** Something that works and that hardly anyone means. */
export const advice = findingOf('advice')

/** Something that a person has to mend. */
export const attention = findingOf('attention')

/** Something that the check did not see. */
export const unchecked = findingOf('unchecked')

const MARKS = { good: 'ok', advice: 'note', attention: 'MEND', unchecked: '?' } as const

/** Findings as lines for a person: what it is first, then how to mend it. */
export const findingLines = (findings: readonly Finding[]): readonly string[] =>
  findings.flatMap(({ level, code, message, mend }) => [
    `${MARKS[level].padEnd(5)}${message} (${code})`,
    ...(mend ? [`     → ${mend}`] : []),
  ])
