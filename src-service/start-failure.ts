/**
 * Why the service does not start, in one plain sentence. `usage`: it was asked for something that cannot be (exit
 * status 2); `failed`: what it was asked for did not work (exit status 1).
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
