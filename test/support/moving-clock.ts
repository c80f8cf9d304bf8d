// On a busy computer, time passes between any two readings of the clock. Here it always does: a test that is only true
// within one millisecond fails each time, and not once in a hundred runs.

/** Many readings do not make it fast: files, other threads and programs have their time from the system. */
const maxAheadMs = 20

const key = Symbol.for('lock-desk.moving-clock')
const shared = globalThis as { [key]?: true }

// Files that share modules share this clock too.
if (!shared[key]) {
  shared[key] = true
  const RealDate = Date
  const realNow = Date.now.bind(Date)
  let last = 0
  const now = () => {
    const real = realNow()
    return (last = Math.max(real, Math.min(last + 1, real + maxAheadMs)))
  }
  RealDate.now = now
  globalThis.Date = new Proxy(RealDate, {
    construct: (date, args, newTarget) =>
      Reflect.construct(date, args.length === 0 ? [now()] : args, newTarget) as Date,
  })
}
