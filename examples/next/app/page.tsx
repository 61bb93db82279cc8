import { OFFER } from './offer'
import Shop from './Shop'

/** Rendered on the server, which reads the offer. */
export default function Page() {
  return <Shop offer={OFFER} />
}
