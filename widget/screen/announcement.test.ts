import { describe, expect, it } from 'vitest'
import { type Announced, announcementOf, type Listening } from './announcement.ts'

const BEFORE: Announced = {
  ...{ panel: 'open', failed: 0, isSaidAtField: false },
  ...{ isLong: false, isWorking: false, sum: '12.50' },
}
const LISTENING: Listening = { hasFocus: false, isTyping: false, said: 'nothing' }

describe('an announcement', () => {
  it.each<[string, Partial<Announced>, Partial<Listening>, ReturnType<typeof announcementOf>]>([
    ['the words of a new panel', { panel: 'approved' }, {}, 'status'],
    ['nothing of a new panel that has the focus', { panel: 'approved' }, { hasFocus: true }, 'nothing'],
    ['the words of a decline after another one', { failed: 2 }, {}, 'status'],
    [
      'the words of a decline whose reason alone has the focus, in the card form',
      { panel: 'declined', failed: 1, isSaidAtField: true },
      { hasFocus: true },
      'status',
    ],
    ['the words of a long wait', { isLong: true }, {}, 'status'],
    ['another sum', { sum: '25.00' }, {}, 'price'],
    ['no sum that is being typed', { sum: '25.00' }, { isTyping: true }, undefined],
    ['no sum where there is none', { sum: undefined }, {}, undefined],
    ['that the tag is at work', { isWorking: true }, {}, 'working'],
    ['nothing once that is over', {}, { said: 'working' }, 'nothing'],
    ['nothing new where nothing changed', {}, { said: 'status' }, undefined],
  ])('says %s', (_, change, listening, announcement) => {
    expect(announcementOf(BEFORE, { ...BEFORE, ...change }, { ...LISTENING, ...listening })).toBe(
      announcement,
    )
  })
})
