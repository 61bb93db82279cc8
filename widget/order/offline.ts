/** What the tag does when the network, or the page itself, goes away and comes back. */
import { page } from '../browser/page.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import { look } from './order-requests.ts'
import { lookAgain } from './products.ts'
import type { TagContext } from './tag-context.ts'

/** Watches the network, the page and the other tabs until the signal aborts. */
export function watchPage(tag: TagContext, signal: AbortSignal) {
  const { send, orders } = tag
  page.addEventListener('offline', () => send({ type: 'connection-lost' }), { signal })
  page.addEventListener(
    'online',
    () => {
      send({ type: 'connection-back' })
      lookAgain(tag)
    },
    { signal },
  )
  page.addEventListener('pageshow', ({ persisted }) => persisted && comeBack(tag), { signal })
  // With an open socket, the browser could not freeze the page for Back and Forward.
  page.addEventListener('pagehide', () => send({ type: 'hidden' }), { signal })
  const seen = () => {
    if (document.hidden) return
    send({ type: 'page-seen' })
    lookAgain(tag)
  }
  document.addEventListener('visibilitychange', seen, { signal })
  orders.watch(signal, (digest) => {
    if (digest && digest === tag.state.digest)
      send({ type: 'memory-changed', remembered: orders.read(digest) })
  })
}

/** Reads the order for a shopper who waits for the answer, and says if none comes. */
export async function check(tag: TagContext) {
  const { view: before } = tag.state
  const signal = tag.jobs.signal('sale')
  const isSilent = tag.env.pause(LOAD_LIMIT_MS).then(() => true)
  const isMissed = await Promise.race([isSilent, refresh(tag)])
  tag.send({ type: 'check-ended', before, isMissed: isMissed && !signal.aborted })
}

/** Reads the order, once the tag knows which. @returns Whether no answer came, so that another try may help. */
export async function refresh(tag: TagContext): Promise<boolean> {
  await tag.until(({ isStarted }) => isStarted)
  return look(tag)
}

/** The browser shows the frozen page again, after Back from the payment page. */
async function comeBack(tag: TagContext) {
  tag.send({ type: 'called-off' })
  await refresh(tag)
  tag.send({ type: 'work-ended' })
  await lookAgain(tag)
}
