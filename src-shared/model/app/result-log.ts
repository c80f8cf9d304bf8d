/** Where results are logged for the organization. */
export type ResultLogTarget = 'file' | 'server'

export interface ResultLogState {
  readonly target: ResultLogTarget
  /** The path or address of the policy. */
  readonly place: string
  /** Records of the journal that were not delivered yet. */
  readonly waiting: number
  /** Why the last delivery failed, in English; null if it did not. */
  readonly failure: string | null
}

/** Whether a text is the address of a syslog server with its port. */
export const isResultLogServer = (text: string): boolean =>
  /^(tcp|tls):\/\/(\[[0-9a-f:.]+\]|[\w.-]+):\d{1,5}\/?$/i.test(text) && URL.canParse(text)
