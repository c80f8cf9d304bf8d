import type { PageError } from '#shared/model/app/page-error'
import type { Notices } from '../notices/notices'

export interface PageErrors {
  report(error: PageError): void
}

/** Logs the page's unhandled errors and adds one notice for all of them. */
export const createPageErrors = (deps: {
  /** Rate-limited (error-limiter.ts). */
  readonly logError: (what: string, facts: object) => void
  readonly notices: Pick<Notices, 'add'>
  /** If the page could not start, main shows its own error page. */
  readonly showErrorPage: () => void
}): PageErrors => ({
  report: ({ where, name, message, stack, dropped }: PageError): void => {
    deps.logError('unhandled error in the page', {
      what: where,
      name,
      message,
      stack,
      ...(dropped === 0 ? {} : { reason: `${dropped} more` }),
    })
    if (where === 'start') deps.showErrorPage()
    else if (where !== 'handled') deps.notices.add('page-error', '')
  },
})
