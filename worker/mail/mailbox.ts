/** Which addresses the edge mails, and which of them lead to one person. Pure. */

/** Signs by which a mailer may read a name, a list or a comment: it would write to another person than the one who was counted. */
const NOT_BARE = /[\s"(),:;<>[\\\]]/

/** Whether the edge mails an address: one bare address. What a shopper may pay with is wider. */
export function isMailable(address: string): boolean {
  const [name = '', domain = '', ...more] = address.split('@')
  const isWhole = name !== '' && domain.slice(1, -1).includes('.') && more.length === 0
  return isWhole && !NOT_BARE.test(address)
}

/** Here dots in the name lead nowhere else. */
const WITHOUT_DOTS = ['gmail.com', 'googlemail.com']

/**
 * The name by which the mails of an address are counted. Most providers deliver to one person all that stands behind a plus,
 * and in either case of letters; where a provider tells them apart, those people share one count.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const whole = address.slice(0, at).toLowerCase()
  const plus = whole.indexOf('+', 1)
  const name = plus < 0 ? whole : whole.slice(0, plus)
  return `${WITHOUT_DOTS.includes(domain) ? name.replaceAll('.', '') : name}@${domain}`
}
