/** Signed by your server, which alone has the key. */
export const OFFER = 'eyJ…'
