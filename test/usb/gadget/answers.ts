/**
 * How a device responds. `request` is an output report as the device receives it, without a report ID for
 * unnumbered reports; `reply` sends an input report at any time, any number of times.
 */
export type Answer = (request: Buffer, reply: (report: Uint8Array) => void) => void

/** How a device responds to GET_REPORT for a feature report: its bytes, or null to refuse (a stall). */
export type FeatureAnswer = (reportId: number) => Uint8Array | null | Promise<Uint8Array | null>

// The training lock's protocol, written again independently of the app:
// request  4c 44 01  tag[4]
// answer   4c 44 81  tag[4]  ten digits  sum of all these bytes
const tagOf = (request: Buffer) => request.subarray(3, 7)
const isRequest = (request: Buffer) => request.subarray(0, 3).equals(Buffer.from([0x4c, 0x44, 0x01]))

export const trainingReport = (tag: Uint8Array, digits: string, length = 64): Buffer => {
  const head = Buffer.concat([Buffer.from([0x4c, 0x44, 0x81]), tag, Buffer.from(digits, 'latin1')])
  const sum = head.reduce((all, byte) => (all + byte) & 0xff, 0)
  return Buffer.concat([head, Buffer.from([sum])], length)
}

/** Handles valid requests and ignores everything else. */
const onRequest =
  (act: (tag: Buffer, reply: (report: Uint8Array) => void) => void): Answer =>
  (request, reply) => {
    if (isRequest(request)) act(Buffer.from(tagOf(request)), reply)
  }

export const silent: Answer = () => undefined

export const well = (digits: string) => onRequest((tag, reply) => reply(trainingReport(tag, digits)))

export const late = (digits: string, ms: number) =>
  onRequest((tag, reply) => void setTimeout(() => reply(trainingReport(tag, digits)), ms))

/** Sends only the first bytes of the response, as a report of that length. */
export const short = (digits: string, bytes: number) =>
  onRequest((tag, reply) => reply(trainingReport(tag, digits).subarray(0, bytes)))

/** Changes one digit without updating the check. */
export const garbled = (digits: string) =>
  onRequest((tag, reply) => {
    const report = trainingReport(tag, digits)
    report[16] = (report[16] ?? 0) ^ 1
    reply(report)
  })

/** Responds to a request of another program. */
export const answersAnother = (digits: string) =>
  onRequest((_, reply) => reply(trainingReport(Buffer.from('beef'), digits)))

/** Sends each response this many times. */
export const repeated = (digits: string, times: number) =>
  onRequest((tag, reply) => {
    for (let time = 0; time < times; time += 1) reply(trainingReport(tag, digits))
  })

/** Loses the first responses, as if another program had read them. */
export const firstLost = (digits: string, lost: number) => {
  let heard = 0
  return onRequest((tag, reply) => {
    heard += 1
    if (heard > lost) reply(trainingReport(tag, digits))
  })
}
