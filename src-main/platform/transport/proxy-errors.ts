import type { ProxyProblem } from '#shared/model/api/platform-failure'

/** The proxy responded with a rejection. Other routes are not tried, because they would bypass its rule. */
export class ProxyRejectionError extends Error {
  constructor(
    /** Host and port. */
    readonly proxy: string,
    readonly problem: ProxyProblem,
    answer: string,
  ) {
    super(answer)
  }
}
