/**
 * Stands in for any part of the house: every call of anything in it is kept, by its path, and answers nothing. What
 * is looked at without being called leaves no trace.
 */
export const createRecorder = () => {
  const called: string[] = []
  const at = (path: string): object =>
    new Proxy(() => undefined, {
      // What is awaited must not look like a promise.
      get: (_target, name) =>
        typeof name === 'symbol' || name === 'then' ? undefined : at(`${path}.${name}`),
      apply: () => {
        called.push(path)
      },
    })
  // `never` fits every part.
  return { called, part: (name: string) => at(name) as never }
}
