import type { TestEvent } from 'node:test/reporters'

/** Tells the host each result in one line (scripts/usb/results.mjs); what the filter passed over is not told. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.skip !== undefined) continue
    const said = { test: data.name, ok: type === 'test:pass', ms: data.details.duration_ms }
    const thrown = 'error' in data.details ? data.details.error : undefined
    const cause = thrown?.cause ?? thrown
    const error = cause instanceof Error ? (cause.stack ?? cause.message) : cause
    const told = error === undefined ? said : { ...said, error: error.slice(0, 3000) }
    yield `\n@usb ${JSON.stringify(told)}\n`
  }
}
