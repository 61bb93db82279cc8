/**
 * Does work for each item in order, several at the same time.
 *
 * @throws {unknown} The error of the first work that failed; no other starts after it.
 */
export async function forEach<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Has works wait for each other, in the order in which they come. One that fails does not hold up the next. */
export function queue(): <Outcome>(work: () => Promise<Outcome>) => Promise<Outcome> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
