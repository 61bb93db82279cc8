/** The same page, whose own tools compile the tag too: without asynchronous functions of the language, and in the zone. */
import './angular-mug.js'
import '../../dist/edge/pay-checkout.js'
