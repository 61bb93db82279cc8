/** For tests: answers as an edge gives them. */

/** The type by which a refusal is one of the edge, and no page of a proxy. */
export const PROBLEM_TYPE = { 'Content-Type': 'application/problem+json' }

/** A refusal of the edge (RFC 9457). Its members may differ from those of today's edge. */
export const problemDocument = (
  status: number,
  members: { readonly code?: string; readonly title?: string },
) => ({
  ...{ type: `urn:pay-checkout:problem:${members.code}`, status, supportId: 'AAAA' },
  ...members,
})
