/**
 * Does the work for every item, no more than `limit` of them at a time, and answers in their order. Ten thousand
 * enterprises asked for together would wait for each other until the deadlines of most had passed.
 */
export const fewAtOnce = async <Item, Value>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> => {
  const done = new Map<number, Value>()
  const rest = items.entries()
  const walk = async (): Promise<void> => {
    for (const [at, item] of rest) done.set(at, await work(item))
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, walk))
  return items.map((_, at) => done.get(at) as Value)
}
