/** Under which name and from where the packages are published: the one place where that is set. A check holds each `package.json` to it. */

/** The scope in the registry. */
export const SCOPE = '@pay-checkout'

/** The repository, as a registry names it and as provenance proves it. */
export const REPOSITORY = 'git+https://github.com/pay-checkout/pay-checkout.git'

/**
 * The page of a file in the repository.
 *
 * @param path From the root; may end with `#heading`.
 * @param revision A tag or a branch.
 */
export const pageOf = (path: string, revision = 'main'): string =>
  `${REPOSITORY.replace(/^git\+/, '').replace(/\.git$/, '')}/blob/${revision}/${path}`
