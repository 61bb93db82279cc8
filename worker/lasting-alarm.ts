/** Keeps the alarm of an object whose runs fail. */

/** The platform runs an alarm that fails six times more, and forgets it then. */
const LAST_RETRIES = 5

/** The cause of the failures may be gone by then. */
const RETRY_MS = 60_000

/**
 * Called first by each run. A run that fails each time would be forgotten with its alarm, so the last run but one sets the
 * next alarm before it does anything.
 *
 * @param info What the platform says of the run.
 */
export async function keepAlarm(storage: DurableObjectStorage, info?: AlarmInvocationInfo): Promise<void> {
  if ((info?.retryCount ?? 0) < LAST_RETRIES) return
  await storage.setAlarm(Date.now() + RETRY_MS)
  await storage.sync()
}
