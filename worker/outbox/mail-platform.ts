/**
 * Hands mails to the platform, whose binding sends from a domain of the account.
 *
 * @see https://developers.cloudflare.com/email-service/api/send-emails/workers-api/
 */

/**
 * Hands one mail over, without a retry.
 *
 * @returns `undefined` if the platform took it; otherwise `timeout` or the platform's own code, such as
 *   `E_SENDER_NOT_VERIFIED`. After a time-out the mail may still arrive.
 */
export async function handOver(
  binding: SendEmail,
  mail: EmailMessageBuilder,
  deadlineMs: number,
): Promise<string | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve('timeout'), deadlineMs)
  try {
    return await Promise.race([taken(binding, mail), late])
  } finally {
    clearTimeout(timer)
  }
}

async function taken(binding: SendEmail, mail: EmailMessageBuilder): Promise<string | undefined> {
  try {
    await binding.send(mail)
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

/** The platform's messages may contain e-mail addresses; its codes do not. */
function codeOf(error: unknown): string {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && /^E_[A-Z_]{1,60}$/.test(code) ? code : 'mail-refused'
}
