import type { LockState } from '../model/locks/lock-record'

/** Words of the window, the command line and notifications. */
export const words = {
  lockState: {
    enabled: 'Enabled',
    disabled: 'Disabled',
    lent: 'Lent',
    expired: 'Expired',
    frozen: 'Frozen',
    unknown: 'Unknown',
  } satisfies Readonly<Record<LockState, string>>,
  /** Results of a change. */
  result: {
    done: 'Completed',
    failed: 'Failed',
    'not-sent': 'Not sent',
    unknown: 'Unconfirmed',
    skipped: 'Skipped',
  },
  unassigned: 'Unassigned',
}
export type Words = typeof words
