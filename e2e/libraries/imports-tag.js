/** A page whose own tools bundle the tag. */
import '../../dist/edge/pay-checkout.js'
