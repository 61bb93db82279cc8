/** What the tag does after an event: one function an effect. What comes of it is sent as another event. */
import { announce, announceView } from '../events/announcer.ts'
import { PayEvent, PayFailedEvent, PayStepEvent } from '../events/events.ts'
import { followOrder } from './live.ts'
import type { TagEffect } from './model/tag-events.ts'
import { look, remember } from './order-requests.ts'
import { NO_OFFER } from './remembered-orders.ts'
import { startSale } from './start-sale.ts'
import type { TagContext } from './tag-context.ts'

type Of<Type extends TagEffect['type']> = Extract<TagEffect, { readonly type: Type }>

/** Effect → what does it. */
type Effects = { readonly [Type in TagEffect['type']]: (tag: TagContext, effect: Of<Type>) => unknown }

const EFFECTS: Effects = {
  start: (tag) => {
    const signal = tag.jobs.start('sale')
    tag.carryOut(() => startSale(tag), signal)
  },
  follow: followOrder,
  unfollow: ({ jobs }) => jobs.end('following'),
  look: (tag) => look(tag).catch(tag.env.report),
  remember: (tag, { access, order }) => remember(tag.sale(), access, order),
  'keep-receipt': keepReceipt,
  forget: ({ orders }, { digest, id }) => orders.forget(digest, id),
  'set-aside': ({ orders }, { digest, id }) => orders.setAside(digest, id),
  'close-window': ({ popUp }) => popUp.close(),
  'announce-ready': ({ host }) => announce(host, new PayEvent('pay-ready')),
  announce: ({ host }, { view }) => announceView(host, view),
  'announce-failure': ({ host }, { error, view }) => announce(host, new PayFailedEvent(error, view)),
  unsettle: (tag) => tag.unsettle(),
  'show-frame': showFrame,
  leave,
  wait,
}

/** Carries out one effect. */
export const carryOutEffect = <Type extends TagEffect['type']>(
  tag: TagContext,
  type: Type,
  effect: Of<Type>,
): unknown => EFFECTS[type](tag, effect)

function keepReceipt({ orders }: TagContext, { access: { id, key, token } }: Of<'keep-receipt'>) {
  orders.write(NO_OFFER, { id, key, token })
}

/** Shows a page in a frame, unless the shop's page prevents it and opens the address itself. */
async function showFrame(tag: TagContext, { event, url, view, location }: Of<'show-frame'>) {
  const { host, send } = tag.sale()
  if (await announce(host, new PayStepEvent(event, url, view))) send({ type: 'frame-allowed', location })
}

/** Leaves for the address of a step, unless the shop's page prevents it and opens the address itself. */
async function leave(tag: TagContext, { event, url, view, hasWindow }: Of<'leave'>) {
  const { host, env, popUp } = tag
  const { send } = tag.sale()
  if (!(await announce(host, new PayStepEvent(event, url, view)))) send({ type: 'leaving-prevented' })
  else if (hasWindow) popUp.navigate(url)
  else env.navigate(url)
}

async function wait(tag: TagContext, { ms, pause }: Of<'wait'>) {
  await tag.env.pause(ms, tag.jobs.signal('sale'))
  tag.send({ type: 'pause-over', pause })
}
