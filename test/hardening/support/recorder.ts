/**
 * Replaces any part of the app: records each call by its path and returns nothing. Reading a property without
 * calling it leaves no trace.
 */
export const createRecorder = () => {
  const called: string[] = []
  const at = (path: string): object =>
    new Proxy(() => undefined, {
      // An awaited value must not look like a promise.
      get: (_target, name) =>
        typeof name === 'symbol' || name === 'then' ? undefined : at(`${path}.${name}`),
      apply: () => {
        called.push(path)
      },
    })
  // `never` is assignable to every part.
  return { called, part: (name: string) => at(name) as never }
}
