/** The files of a deployment: `setup` writes them, `npm run deploy` reads them. Names only; pure. */

/** Paths within the folder of a deployment. All but the first hold secrets. */
export interface DeploymentFiles {
  /** Settings that are no secrets. Git may track it. */
  readonly config: string
  /** The Worker's secrets, `NAME='value'`. */
  readonly secrets: string
  /** The private key that signs offers. */
  readonly offerKey: string
  /** The key of the merchant's own server, and nothing else. */
  readonly merchantKey: string
}

/** Names of environments, such as `staging`. They become part of file names, and of the Worker's name. */
export const ENVIRONMENT = /^[a-z][a-z\d-]{0,30}$/

/**
 * Names the files of a deployment. An upgrade has no file of these names, so it never collides with them.
 *
 * @param environment Absent: the only or main one.
 */
export function deploymentFiles(environment?: string): DeploymentFiles {
  const suffix = environment === undefined ? '' : `.${environment}`
  return {
    config: `deployment${suffix}.json`,
    secrets: `.env.deployment${suffix}`,
    offerKey: `offer-key${suffix}.json`,
    merchantKey: `.merchant-key${suffix}`,
  }
}

/** The name of the Worker, and of its database, unless the merchant chooses another. */
export const workerName = (environment?: string) =>
  environment === undefined ? 'pay-checkout' : `pay-checkout-${environment}`
