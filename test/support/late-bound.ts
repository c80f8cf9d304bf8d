/** What `current` returns, for a test file that names it before it is there. */
export const lateBound = <Value extends object>(current: () => Value): Value =>
  new Proxy({} as Value, { get: (_, name) => Reflect.get(current(), name) as unknown })
