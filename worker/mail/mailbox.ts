/** Which addresses the edge mails, and which of them lead to one person. Pure. */

/**
 * One bare address: no name, no list, no comment. A mailer that reads such in it would write to somebody else than the one
 * whose mails were counted.
 */
const BARE = /^[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\]]+$/

/** Whether the edge mails an address. What a shopper may pay with is wider. */
export const isMailable = (address: string): boolean => BARE.test(address)

/** Here dots in the name lead nowhere else. */
const WITHOUT_DOTS = ['gmail.com', 'googlemail.com']

/**
 * The name by which the mails of an address are counted. Most providers deliver to one person whatever stands behind a plus,
 * and in either case of letters; where a provider tells them apart, those people share one count.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const name = address
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '')
  return `${WITHOUT_DOTS.includes(domain) ? name.replaceAll('.', '') : name}@${domain}`
}
