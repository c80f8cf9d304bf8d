import type { TestEvent } from 'node:test/reporters'

/** Prints each result in one line for the host (scripts/usb/results.mjs); filtered tests are not printed. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.skip !== undefined) continue
    const result = { test: data.name, ok: type === 'test:pass', ms: data.details.duration_ms }
    const thrown = 'error' in data.details ? data.details.error : undefined
    const cause = thrown?.cause ?? thrown
    const error = cause instanceof Error ? (cause.stack ?? cause.message) : cause
    const reported = error === undefined ? result : { ...result, error: error.slice(0, 3000) }
    yield `\n@usb ${JSON.stringify(reported)}\n`
  }
}
