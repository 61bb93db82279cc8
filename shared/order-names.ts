/** The names by which the gateway knows an order's requests, as people meet them in its back office and its reports. */

/** Characters of a mark: 80 bits in base32 (RFC 4648), in lower case. */
const MARK_LENGTH = 16

/** A name that ends in a mark. A reference contains no full stop, so a bare name never looks like one. */
const MARKED = new RegExp(`\\.[a-z2-7]{${MARK_LENGTH}}$`)

/** Whether a name ends in a mark, which only one edge can have made. */
export const isMarkedName = (name: string): boolean => MARKED.test(name)

/**
 * The reference that a name begins with: `order-4711` of `order-4711`, `order-4711.2`, `order-4711.k3vq…` and
 * `order-4711.2.k3vq…`. Where a gateway takes short names only, the middle of the reference is missing.
 */
export const referenceIn = (name: string): string => name.split('.', 1)[0] ?? ''
