/** An error as data with a stable code, so that it can cross a process boundary. */
export interface Failure<Code extends string = string> {
  readonly code: Code
  /** English, for logs and support; the page derives its text from `code`. */
  readonly message: string
}

export type Outcome<Value, Error extends Failure = Failure> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Error }

export const succeed = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
})

export const fail = <Error extends Failure>(error: Error): { readonly ok: false; readonly error: Error } => ({
  ok: false,
  error,
})

/** @param what the missing item in English, such as `the job` */
export const notFound = (what: string) =>
  fail({ code: 'not-found' as const, message: `${what} was not found` })

export const lookOnly = () =>
  fail({ code: 'look-only' as const, message: 'no change is sent to this platform: it is look only' })

export const notConfirmed = () =>
  fail({ code: 'not-confirmed' as const, message: 'declined in the system dialog' })
