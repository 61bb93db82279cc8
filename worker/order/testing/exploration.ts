/** Every state that events can bring an order to, up to some number of them. */
import type { OrderEvent } from '../model/events.ts'
import type { OrderState } from '../model/state.ts'
import { transition } from '../model/transition.ts'
import { NOW } from './examples.ts'

/** What is looked at. */
interface Exploration {
  readonly start: OrderState
  /** Each is tried in every state. */
  readonly events: readonly OrderEvent[]
  /** How many may follow each other. */
  readonly depth: number
}

/** Looks at every step. States that differ in their counts of changes alone are one. */
export function explore(
  { start, events, depth }: Exploration,
  look: (before: OrderState, after: OrderState) => void,
): void {
  const seen = new Set<string>()
  let frontier: readonly OrderState[] = [start]
  for (let length = 0; length < depth; length += 1)
    frontier = frontier.flatMap((before) =>
      events.flatMap((event) => {
        const after = transition(before, event, NOW)
        look(before, after)
        const { seq: _, updatedAt: __, ...rest } = after
        const name = JSON.stringify(rest)
        if (seen.has(name)) return []
        seen.add(name)
        return [after]
      }),
    )
}
