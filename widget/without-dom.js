/** The package's entry where there is no DOM, such as in Node or workerd: importing it has no effect, and brings no Lit. */
export class PayCheckout {}
