export const prerender = true

/** Signed by your server, which alone has the key. */
const OFFER = 'eyJ…'

export const load = () => ({ offer: OFFER })
