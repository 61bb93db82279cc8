/** What the signed-in key may do, in the words of its scopes. */

/**
 * Whether a key has a scope.
 *
 * @param scope As the interface's document names it; an edge may know more than this page.
 */
export const hasScope = (scope: string, scopes: readonly string[]): boolean => scopes.includes(scope)
