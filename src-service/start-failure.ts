/**
 * A readable reason why the service does not start. `usage`: invalid arguments or configuration (exit status
 * 2). `failed`: the start itself failed (exit status 1).
 */
export class StartFailure extends Error {
  constructor(
    readonly kind: 'usage' | 'failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'StartFailure'
  }
}
