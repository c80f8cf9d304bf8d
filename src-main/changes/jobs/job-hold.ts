/** Why a job is not sent: a job of several rows waits, a single change ends. */
export interface JobHold {
  readonly kind: 'journal-not-writable' | 'log-not-delivered'
}

export const notWritable: JobHold = { kind: 'journal-not-writable' }
