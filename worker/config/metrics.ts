/** Figures for dashboards and alarms (docs/operate.md): counts and durations. They name no order, person or address. */
import { log } from './log.ts'

/** The platform's binding, where the operator has switched it on. */
export interface MetricsBinding {
  readonly METRICS?: AnalyticsEngineDataset
}

/**
 * Figure → its labels, which become `blob2`, `blob3`, … in this order, and whether it is logged where nothing is bound.
 * A figure that another line of the log gives anyway is not. Names and places never change: queries use them.
 */
const FIGURES = {
  /** An attempt began. */
  attempt: { labels: ['intent', 'method'], isLogged: false },
  /** The outcome of an attempt is known. The reason is the gateway's code, or ours where it gave none. */
  outcome: { labels: ['intent', 'method', 'status', 'reason'], isLogged: false },
  /** A request to the gateway ended, after `value` milliseconds. The outcome is the HTTP status, or why there is none. */
  'gateway-call': { labels: ['operation', 'outcome'], isLogged: false },
  /** A try to notify the merchant ended: `delivered`, or why it failed. */
  notification: { labels: ['channel', 'outcome'], isLogged: false },
  /** A budget refused or delayed a request. */
  'budget-hit': { labels: ['budget', 'answer'], isLogged: true },
  /** An alarm ran `value` milliseconds after its time. */
  'alarm-late': { labels: [], isLogged: true },
} as const satisfies Record<string, { readonly labels: readonly string[]; readonly isLogged: boolean }>

type Figure = keyof typeof FIGURES

/** The values of a figure's labels: short words and codes, never a person's data. */
type Labels<Name extends Figure> = Readonly<Record<(typeof FIGURES)[Name]['labels'][number], string>>

/** Notes a figure. `value` is 1 where it is left out: a count. */
export type Measure = <Name extends Figure>(name: Name, labels: Labels<Name>, value?: number) => void

/** A code of the gateway may be of any length; all labels together may have 5120 bytes. */
const MAX_LABEL = 64

/**
 * Makes the function that notes figures. It writes a point to the dataset `METRICS`, without waiting; where none is
 * bound, a line of the log for figures that the log does not give otherwise. It never fails.
 *
 * @see https://developers.cloudflare.com/analytics/analytics-engine/limits/
 */
export const measuring =
  ({ METRICS }: MetricsBinding): Measure =>
  (name, labels, value = 1) => {
    const { labels: names, isLogged }: { labels: readonly string[]; isLogged: boolean } = FIGURES[name]
    const given: Readonly<Record<string, string>> = labels
    const texts = names.map((label) => (given[label] ?? '').slice(0, MAX_LABEL))
    if (METRICS) METRICS.writeDataPoint({ indexes: [name], blobs: [name, ...texts], doubles: [value] })
    else if (isLogged)
      log('metric', {
        name,
        value,
        ...Object.fromEntries(names.map((label, place) => [label, texts[place]])),
      })
  }
