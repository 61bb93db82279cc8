/** What the merchant is told of an attack. Pure. */
import { toIsoTime } from '../../shared/iso-time.ts'
import type { AttackNotification, AttackView } from '../outbox/notifications.ts'
import type { Episode } from './edge-tally.ts'

/** An attack as the merchant sees it. */
export const attackView = (
  { since, failures }: Episode,
  cardsForOffers: AttackView['cardsForOffers'],
): AttackView => ({ since: toIsoTime(since), failures, cardsForOffers })

/** That an attack began or ended. The same episode always has the same ids. @param now Milliseconds since the epoch. */
export const attackNotice = (episode: Episode, what: 'began' | 'ended', now: number): AttackNotification => ({
  id: `attack.${episode.since}.${what}`,
  type: `attack.${what}`,
  at: now,
  attack: attackView(episode, what === 'began' ? 'off' : 'on'),
})
