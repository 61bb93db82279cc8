/**
 * Names that objects within the tag use among themselves, which the build shortens: neither the browser, the page, the
 * edge and its frames nor what is stored knows one of them. A build in which such a name is also a text fails, since
 * something may be looked up by it.
 */
export const OWN_NAMES: readonly string[] = (
  'act api around ask begin changed claims element endMethod follow forget hostConnected hostDisconnected hostUpdate intend ' +
  'isBusy isFollowed isForeign isHosted isInPopUp isIsolated isLeaving isWrong lost ' +
  'mayBuyAgain mayPay memory navigate news obtain openPopUp openSocket pause raisePopUp ' +
  'price randomKey read render refuse refused renderRoot requestUpdate rest resuming retire say started take terms updated ' +
  'updateComplete watch willUpdate write ' +
  // Lit's, beside those that begin with `_$`.
  'ctor options parts strings values'
).split(' ')

/** The same, of the objects within the frames of fields, and of the table of brands in them. */
export const FRAME_NAMES: readonly string[] = (
  'around caret changed codeSize deletes isLeftToRight isOptional isWrong maxCharacters problem read refuse sends ' +
  'submitted tellsBrowser texts told ' +
  // Card-validator's.
  'isPotentiallyValid luhnValidateUnionPay matchStrength skipLuhnValidation'
).split(' ')
