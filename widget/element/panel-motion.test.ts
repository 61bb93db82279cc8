import { afterEach, expect, it } from 'vitest'
import { MOTION_MS } from '../../shared/design.ts'
import { Checkout, offerOf } from '../testing/harness.ts'
import { panelMotion } from './panel-motion.ts'

afterEach(() => document.body.replaceChildren())

/** A tag whose fields give way to a panel of another height. */
async function moved(isStill: boolean) {
  const checkout = await Checkout.open({ offer: offerOf({ collect: ['email', 'name'] }), locale: 'en-IE' })
  const form = checkout.root.querySelector('form') as HTMLElement
  const before = form.offsetHeight
  const move = panelMotion(checkout.root, isStill)
  form.querySelector('[part=fields]')?.remove()
  const after = form.offsetHeight
  move()
  return { form, before, after, animations: form.getAnimations() }
}

it('moves the height from the panel before to the new one, in the time of a panel', async () => {
  const { form, before, after, animations } = await moved(false)

  expect(after).toBeLessThan(before)
  expect(form.offsetHeight).toBe(before)
  expect(animations[0]?.effect?.getComputedTiming().duration).toBe(MOTION_MS.panel)
  animations[0]?.finish()
  expect(form.offsetHeight).toBe(after)
})

it('moves nothing where the shopper prefers that', async () => {
  const { form, after, animations } = await moved(true)

  expect(animations).toEqual([])
  expect(form.offsetHeight).toBe(after)
})

/** The animations of the tick that comes in the place of a form, whose button that pays is at work or not. */
async function tickAfter({ isBusy }: { readonly isBusy: boolean }) {
  const { root } = await Checkout.open({ offer: offerOf({ collect: ['email', 'name'] }), locale: 'en-IE' })
  const button = root.querySelector('[part~=primary]') as HTMLElement
  if (isBusy) button.insertAdjacentHTML('beforeend', '<span class="busy"></span>')
  const { top } = button.getBoundingClientRect()
  const move = panelMotion(root, false)
  const body = root.querySelector('[part=body]') as HTMLElement
  body.innerHTML = '<div part="panel good"><div part="mark"><svg></svg></div></div>'
  const mark = body.querySelector('[part=mark]') as HTMLElement
  move()
  return { mark, top, moves: mark.getAnimations() }
}

it('lets the tick rise from the button that was at work', async () => {
  const { mark, top, moves } = await tickAfter({ isBusy: true })

  expect(Math.abs(mark.getBoundingClientRect().top - top)).toBeLessThan(2)
  moves[0]?.finish()
  expect(mark.getBoundingClientRect().top).toBeLessThan(top - 50)
})

it('leaves the tick where the mark of a panel before was, whatever buttons that had', async () => {
  expect((await tickAfter({ isBusy: false })).moves).toEqual([])
})
