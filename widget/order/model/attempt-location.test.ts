import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../../shared/order-view.ts'
import {
  type AttemptLocation,
  afterView,
  awaitedAttempt,
  awaitStep,
  callOff,
  closeWindow,
  isOurs,
  leaveFor,
  NONE,
  showInFrame,
  UNSEEN,
} from './attempt-location.ts'

const FRAME = 'https://pay.example.com/frames/challenge'
const awaiting: AttemptLocation = { at: 'awaiting', attempt: 2, mayLeave: true }
const staying: AttemptLocation = { at: 'awaiting', attempt: 2, mayLeave: false }
const framed: AttemptLocation = { at: 'framed', attempt: 2, frame: FRAME, mayLeave: false }
const leaving: AttemptLocation = { at: 'leaving', attempt: 2 }
const popup: AttemptLocation = { at: 'popup', attempt: 2 }

const view = (attempts: number, isWaiting = false) =>
  ({
    attempts: Array.from({ length: attempts }),
    ...(isWaiting && { action: { type: 'redirect', url: FRAME } }),
  }) as unknown as OrderView

describe('where an attempt is shown', () => {
  it.each([
    ['a click waits for the address of its attempt', awaitStep(NONE, 2), awaiting],
    ['a click goes on with what a frame shows already', awaitStep(framed, 2), { ...framed, mayLeave: true }],
    [
      'a click for a new attempt leaves the frame of the one before',
      awaitStep(framed, 3),
      { ...awaiting, attempt: 3 },
    ],
    ['the first view tells which attempt is resumed', afterView(UNSEEN, view(2)), staying],
    ['a view changes nothing for an attempt that is waited for', afterView(awaiting, view(2)), awaiting],
    ['a journey lasts while the order waits', afterView(leaving, view(2, true)), leaving],
    ['a journey is over once the order waits for nothing', afterView(leaving, view(2)), staying],
    ['without a window this tab leaves', leaveFor(2, false), leaving],
    ['with a window this tab stays', leaveFor(2, true), popup],
    [
      'a frame takes over what the click allows',
      showInFrame(awaiting, 2, FRAME),
      { ...framed, mayLeave: true },
    ],
    ['a frame of a resumed attempt allows no journey', showInFrame(staying, 2, FRAME), framed],
    ['a click that is called off leads nowhere', callOff(awaiting), staying],
    ['a journey can be called off', callOff(leaving), staying],
    ['calling off leaves a window as it is', callOff(popup), popup],
    ['the attempt of a closed window stays ours', closeWindow(popup), staying],
    ['closing no window changes nothing', closeWindow(framed), framed],
  ])('%s', (_, location, expected) => {
    expect(location).toEqual(expected)
  })

  it.each([
    ['the newest attempt is ours', awaiting, 2, true],
    ['an attempt of another tab is not', awaiting, 3, false],
    ['nothing is ours before the first view', UNSEEN, 0, false],
    ['nothing is ours where nothing is shown', NONE, 0, false],
  ])('%s', (_, location, attempts, expected) => {
    expect(isOurs(location, view(attempts))).toBe(expected)
  })

  it.each([
    [awaiting, 2],
    [staying, undefined],
    [leaving, undefined],
    [popup, undefined],
    [NONE, undefined],
  ])('the click of %o waits for attempt %s', (location, expected) => {
    expect(awaitedAttempt(location)).toBe(expected)
  })
})
