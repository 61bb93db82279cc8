/** That the gateway knows of nothing: which answers prove it, before an order sends anything. */
import type { OrderTerms } from '../domain/terms.ts'
import type { OrderContext } from './context.ts'

/** What one look at the gateway showed. */
export interface Look<Found> {
  /** Absent where the gateway knows of nothing; `unclear` where it does not say so. */
  readonly found?: Found | 'unclear' | undefined
  /** An error on the way may not have meant "no such order". */
  readonly isVague: boolean
}

/**
 * Looks at the gateway for what nothing may be sent beside. That there is nothing has to come twice, since its reports may
 * lag behind, and an error that may mean "no such order" may mean anything else as well; about money out such an error
 * never counts.
 *
 * @returns `undefined` where the gateway knows of nothing; `unclear` where it does not say so.
 */
export async function firmLook<Found>(
  context: Pick<OrderContext, 'times'>,
  { intent }: Pick<OrderTerms, 'intent'>,
  look: () => Promise<Look<Found>>,
): Promise<Found | 'unclear' | undefined> {
  const lookOnce = async (): Promise<Look<Found>> => {
    const seen = await look()
    return seen.isVague && intent === 'payout' ? { ...seen, found: 'unclear' } : seen
  }
  const { found, isVague } = await lookOnce()
  if (found === 'unclear' || (found && !isVague)) return found
  await pauseBetween(context)
  return (await lookOnce()).found
}

/** Waits between two answers: those that lie so far apart count as two. */
export const pauseBetween = ({ times }: Pick<OrderContext, 'times'>): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, times().activeEvery / 2))
