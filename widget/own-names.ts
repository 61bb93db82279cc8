/**
 * Names that objects within the tag use among themselves, which the build shortens: neither the browser, the page, the
 * edge and its frames nor what is stored knows one of them. A build in which such a name is also a text fails, since
 * something may be looked up by it.
 */
export const OWN_NAMES: readonly string[] = (
  'act around ask begin changed claims endMethod follow forget hostConnected hostDisconnected hostUpdate intend ' +
  'isBusy isFollowed isIsolated isLeaving isWrong lost mayBuyAgain mayPay memory navigate obtain openSocket pause ' +
  'price randomKey refuse refused renderRoot requestUpdate rest resuming retire say started take terms updated ' +
  'updateComplete view watch willUpdate ' +
  // Lit's, beside those that begin with `_$`.
  'ctor options parts strings values'
).split(' ')
