import type { ChangeAction } from '../changes/change'
import type { ShellNumber } from '../locks/shell-number'

/** A place that a link or a notification opens. Nothing changes by it. */
export type LinkTarget =
  | { readonly kind: 'lock'; readonly number: ShellNumber }
  /** Loans due today and overdue. */
  | { readonly kind: 'loans-due' }
  /** The offline queue. */
  | { readonly kind: 'queue' }
  /** Changes without a confirmed result. */
  | { readonly kind: 'review' }
  /** The receipt of a job of locks, otherwise the activity log. */
  | { readonly kind: 'job-result'; readonly jobId: string; readonly action: ChangeAction }
  /** The page of a job with this action. */
  | { readonly kind: 'paused-job'; readonly action: ChangeAction }
