/** The load run: many pages follow their orders while others are opened and paid at a steady rate. */
import { setTimeout as pause } from 'node:timers/promises'
import { giveUp, type LoadScene, type OpenPage, openPage, type PaymentResult, payOnce } from './shoppers.ts'

/** How one span of a steady rate went. Times in milliseconds. */
export interface Span {
  readonly perSecond: number
  readonly seconds: number
  readonly orders: number
  /** What went wrong → how often. */
  readonly faults: ReadonlyMap<string, number>
  readonly openP50: number
  readonly approvedP50: number
  readonly approvedP95: number
}

/** Sockets are opened so many at a time. */
const AT_ONCE = 10

/** Opens pages that follow their orders and do nothing. */
export async function openPages(scene: LoadScene, count: number): Promise<OpenPage[]> {
  const pages: OpenPage[] = []
  while (pages.length < count) {
    const size = Math.min(AT_ONCE, count - pages.length)
    pages.push(...(await Promise.all(Array.from({ length: size }, () => openPage(scene)))))
  }
  return pages
}

/** Opens and pays orders at a steady rate, however long each takes. */
export async function span(scene: LoadScene, perSecond: number, seconds: number): Promise<Span> {
  const startedAt = performance.now()
  const payments: Promise<PaymentResult>[] = []
  for (let number = 0; number < perSecond * seconds; number += 1) {
    await pause(Math.max(0, startedAt + (number * 1000) / perSecond - performance.now()))
    payments.push(payOnce(scene))
  }
  const results = await Promise.all(payments)
  const faults = results.flatMap((one) => one.faults)
  const approved = results.map(({ approvedMs }) => approvedMs)
  return {
    ...{ perSecond, seconds, orders: results.length, faults: counted(faults) },
    openP50: quantile(
      results.map(({ openMs }) => openMs),
      0.5,
    ),
    approvedP50: quantile(approved, 0.5),
    approvedP95: quantile(approved, 0.95),
  }
}

/** Cancels the orders of pages, each of which must hear of it. @returns What went wrong → how often. */
export async function endPages(scene: LoadScene, pages: readonly OpenPage[]): Promise<Map<string, number>> {
  const faults: string[] = []
  for (let start = 0; start < pages.length; start += AT_ONCE) {
    const part = pages
      .slice(start, start + AT_ONCE)
      .map((page) => giveUp(scene, page).catch((error: unknown) => [String(error)]))
    faults.push(...(await Promise.all(part)).flat())
  }
  return counted(faults)
}

const counted = (texts: readonly string[]) =>
  new Map([...Map.groupBy(texts, (text) => text)].map(([text, all]) => [text, all.length]))

/** The least value that this part of the values does not exceed; failed payments have none. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}
