/**
 * Gives the tag of the payment page the offer of the link, once the edge has said that the merchant signed it: until then
 * its words are anybody's, and this address is the one that shoppers are told to trust. It lies in the fragment, so that
 * no log holds it. A link may name a product instead: the words of that are the edge's own. So are those of an order, which the
 * edge shows for the link's token; nothing changes before the shopper clicks.
 */
const parameterIn = (address, name) => new URLSearchParams(new URL(address).hash.slice(1)).get(name) ?? ''

/** Refusals of an offer that the merchant signed all the same: the tag shows what it was, and says why it is over. */
const SIGNED = ['offer-expired', 'offer-withdrawn', 'offer-limit', 'currency-not-served', 'method-off']

const LIMIT_MS = 8000

/** What a link names: one of these. */
const namesIn = (address) => ['order', 'offer', 'product'].map((name) => parameterIn(address, name))

const [order, offer, product] = namesIn(location.href)
const tag = document.querySelector('pay-checkout')
const silence = document.querySelector('#silence')

// An address without an offer or an order shows one line, which needs no room. A browser that knows `blocking="render"`
// paints after this; in any other, the footer moves up to the line.
document.querySelector('main').toggleAttribute('data-empty', location.hash.length < 2)
if (order) tag.setAttribute('session', order)
else if (offer) void show()
else if (product) tag.setAttribute('product', product)
document.querySelector('#again')?.addEventListener('click', show)

// Another link that is opened in this tab changes the fragment alone, which loads nothing.
addEventListener('hashchange', ({ newURL }) => {
  if (namesIn(newURL).join() !== [order, offer, product].join()) location.reload()
})

async function show() {
  tag.toggleAttribute('data-asking', true)
  silence.hidden = true
  const word = await wordOn(offer)
  if (word === 'signed') tag.setAttribute('offer', offer)
  silence.hidden = word !== 'silence'
  tag.toggleAttribute('data-asking', false)
}

/** @returns `signed`, `forged`, or `silence` where the edge cannot say. */
async function wordOn(offer) {
  try {
    const reply = await fetch('/v1/offers/check', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ offer }),
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    const { code } = await reply.json()
    if (reply.ok || SIGNED.includes(code)) return 'signed'
    return reply.status < 500 ? 'forged' : 'silence'
  } catch {
    return 'silence'
  }
}
