/** The name of Lit's Trusted Types policy, and when the policy is made. */
import type { Plugin } from 'vite'

/** Lit's own call, as its release writes it. */
const LIT_CALL = 's.createPolicy("lit-html",{createHTML:t=>t})'

const OUR_CALL = LIT_CALL.replace('lit-html', 'pay-checkout')

/**
 * Renames Lit's policy to `pay-checkout`, and makes it at most once per page.
 *
 * A page may create a policy of one name once, and a shop that uses Lit itself already has `lit-html`: without the new
 * name the browser could not define the tag there. A second load of the tag creates no policy, since the browser reports
 * even the attempt as a violation: that load finds the element defined and draws nothing. The page's scripts get no
 * reference to the policy, nor to Lit's template class (`lit-without-hooks.ts`).
 *
 * @throws {Error} While building, if Lit's release does not have the call exactly once.
 */
export const trustedTypesPolicy = (): Plugin => ({
  name: 'trusted-types-policy',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/lit-html\/lit-html\.js(\?|$)/.test(id)) return
    if (code.split(LIT_CALL).length !== 2)
      throw new Error(`This release of Lit does not have ${LIT_CALL} once`)
    const guarded = `(()=>{try{return customElements.get('pay-checkout')?void 0:${OUR_CALL}}catch{}})()`
    return { code: code.replace(LIT_CALL, () => guarded), map: null }
  },
})
