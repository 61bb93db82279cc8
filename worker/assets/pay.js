/** Gives the tag of the payment page the offer of the link. It lies in the fragment, so that no server ever logs it. */
const offerIn = (address) => new URLSearchParams(new URL(address).hash.slice(1)).get('offer') ?? ''

const offer = offerIn(location.href)

if (offer) document.querySelector('pay-checkout')?.setAttribute('offer', offer)

// Another link that is opened in this tab changes the fragment alone, which loads nothing.
addEventListener('hashchange', ({ newURL }) => {
  if (offerIn(newURL) !== offer) location.reload()
})
