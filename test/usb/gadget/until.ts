/** Retries until there is a result; the limit only prevents hanging. */
export const until = async <Value>(
  what: string,
  ask: () => Promise<Value | null | undefined | false> | Value | null | undefined | false,
  limitMs = 15_000,
): Promise<Value> => {
  const end = performance.now() + limitMs
  for (;;) {
    const value = await ask()
    if (value !== null && value !== undefined && value !== false) return value
    if (performance.now() > end) throw new Error(`${what}: not within ${limitMs} ms`)
    await pause(20)
  }
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
