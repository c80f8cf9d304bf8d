/**
 * How a device answers. `request` is an output report as the device hears it, without a report id where its reports
 * are not numbered; `reply` sends an input report, now or later, often or never.
 */
export type Answer = (request: Buffer, reply: (report: Uint8Array) => void) => void

/** How a device answers GET_REPORT for a feature report: its bytes, or null to refuse (a stall). */
export type FeatureAnswer = (reportId: number) => Uint8Array | null | Promise<Uint8Array | null>

// The training lock's protocol, written down a second time so that the app's own words are not believed:
//   request  4c 44 01  tag[4]
//   answer   4c 44 81  tag[4]  ten digits  sum of all these bytes
const tagOf = (request: Buffer) => request.subarray(3, 7)
const isRequest = (request: Buffer) => request.subarray(0, 3).equals(Buffer.from([0x4c, 0x44, 0x01]))

export const trainingReport = (tag: Uint8Array, digits: string, length = 64): Buffer => {
  const head = Buffer.concat([Buffer.from([0x4c, 0x44, 0x81]), tag, Buffer.from(digits, 'latin1')])
  const sum = head.reduce((all, byte) => (all + byte) & 0xff, 0)
  return Buffer.concat([head, Buffer.from([sum])], length)
}

/** What a device does with a request that is one; everything else it passes over. */
const onRequest =
  (act: (tag: Buffer, reply: (report: Uint8Array) => void) => void): Answer =>
  (request, reply) => {
    if (isRequest(request)) act(Buffer.from(tagOf(request)), reply)
  }

export const silent: Answer = () => undefined

export const well = (digits: string) => onRequest((tag, reply) => reply(trainingReport(tag, digits)))

export const late = (digits: string, ms: number) =>
  onRequest((tag, reply) => void setTimeout(() => reply(trainingReport(tag, digits)), ms))

/** Only the first bytes of the answer come, as a report of that length. */
export const short = (digits: string, bytes: number) =>
  onRequest((tag, reply) => reply(trainingReport(tag, digits).subarray(0, bytes)))

/** One digit is another than the one the check was made for. */
export const garbled = (digits: string) =>
  onRequest((tag, reply) => {
    const report = trainingReport(tag, digits)
    report[16] = (report[16] ?? 0) ^ 1
    reply(report)
  })

/** Answers that belong to a request somebody else sent. */
export const answersAnother = (digits: string) =>
  onRequest((_, reply) => reply(trainingReport(Buffer.from('beef'), digits)))

/** Each answer comes as often as this. */
export const repeated = (digits: string, times: number) =>
  onRequest((tag, reply) => {
    for (let time = 0; time < times; time += 1) reply(trainingReport(tag, digits))
  })

/** The first answers are lost on the way, as when another program took them. */
export const firstLost = (digits: string, lost: number) => {
  let heard = 0
  return onRequest((tag, reply) => {
    heard += 1
    if (heard > lost) reply(trainingReport(tag, digits))
  })
}
