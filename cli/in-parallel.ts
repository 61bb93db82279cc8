/** So many requests are under way at once: enough for a month of orders, and few for an edge. */
const AT_ONCE = 6

/** Does something for each item, a few at a time. @returns The results, in the order of the items. */
export async function inParallel<Item, Value>(
  items: readonly Item[],
  act: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const values = new Map<number, Value>()
  const left = items.entries()
  // Every worker takes the next item from the same iterator.
  const work = async () => {
    for (const [index, item] of left) values.set(index, await act(item))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return items.flatMap((_, index) => (values.has(index) ? [values.get(index) as Value] : []))
}
