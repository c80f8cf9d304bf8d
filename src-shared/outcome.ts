/** What an error is once it leaves the function that met it: data with a stable code, so that it can cross a process. */
export interface Failure<Code extends string = string> {
  readonly code: Code
  /** English, for logs and support; what a person reads is made from `code` in their language. */
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
