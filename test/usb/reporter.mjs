// Tells the host each result in one line (scripts/usb/results.mjs); what the filter passed over is not told.

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* report(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.skip !== undefined || data.details?.type === 'suite') continue
    const cause = data.details?.error?.cause ?? data.details?.error
    const error = type === 'test:fail' ? String(cause?.stack ?? cause).slice(0, 3000) : undefined
    yield `\n@usb ${JSON.stringify({ test: data.name, ok: type === 'test:pass', ms: data.details.duration_ms, error })}\n`
  }
}
