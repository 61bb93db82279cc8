/** Loads the tag from an edge. `types/load-checkout.d.ts` says what it promises; the compiler compares the two. */
import type { LoadErrorCode, loadCheckout as Published } from './types/load-checkout.d.ts'

const TAG = 'pay-checkout'

/** The loading of the script in this page. */
interface Loading {
  readonly src: string
  /** How often this page has tried. */
  readonly tries: number
  /** Absent once a try has failed. */
  tag?: Promise<void>
}

/** The page remembers, and not this module: a bundle may have it twice, and a development server runs it again after a change. */
const page = globalThis as { payCheckoutLoading?: Loading }

export const loadCheckout: typeof Published = ({ edge, version, integrity }) => {
  if (typeof document === 'undefined') return Promise.resolve()
  const src = addressOf(edge, version)
  if (!src) return failed('edge-invalid', edge)
  const { payCheckoutLoading: loading } = page
  if (loading?.tag) return loading.src === src ? loading.tag : failed('other-script', loading.src)
  if (customElements.get(TAG)) return Promise.resolve()
  const tries = (loading?.tries ?? 0) + 1
  // Chromium never fetches a module again whose address has failed in this page.
  const tag = run(tries === 1 ? src : `${src}?try=${tries}`, integrity)
  const begun: Loading = { src, tries, tag }
  page.payCheckoutLoading = begun
  tag.catch(() => {
    delete begun.tag
  })
  return tag
}

function addressOf(edge: string, version: string | undefined): string | undefined {
  try {
    const { protocol, href } = new URL(edge)
    // Any other address could be a script of the page's own origin.
    if (/^https?:$/.test(protocol))
      return `${href.replace(/\/$/, '')}${version ? `/v/${version}` : ''}/${TAG}.js`
  } catch {}
  return undefined
}

const run = (src: string, integrity = '') =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = (code: LoadErrorCode, cause?: unknown) => {
      script.remove()
      reject(failure(code, src, cause))
    }
    script.onload = () => (customElements.get(TAG) ? resolve() : fail('tag-undefined'))
    script.onerror = () => fail('script-unavailable')
    Object.assign(script, { type: 'module', crossOrigin: 'anonymous', integrity })
    try {
      script.src = trusted(src)
      document.head.append(script)
    } catch (cause) {
      // The page's policy takes trusted addresses only, and not this module's.
      fail('script-unavailable', cause)
    }
  })

/** Makes trusted addresses, in a page that asks for them and whose policy names `pay-checkout-loader`. */
interface Trust {
  createScriptURL(src: string): string
}

let trust: Trust | undefined

function trusted(src: string): string {
  try {
    const { trustedTypes } = globalThis as unknown as {
      readonly trustedTypes: { createPolicy(name: string, rules: Trust): Trust }
    }
    trust ??= trustedTypes.createPolicy(`${TAG}-loader`, { createScriptURL: (address) => address })
    return trust.createScriptURL(src)
  } catch {
    // Most pages ask for none, and some browsers have none.
    return src
  }
}

const failed = (code: LoadErrorCode, about: string) => Promise.reject(failure(code, about))

const failure = (code: LoadErrorCode, about: string, cause?: unknown) =>
  Object.assign(new Error(`${TAG}: ${code}: ${about}`, { cause }), { name: 'LoadError', code } as const)
