import { appChecks } from './checks/app'
import { platformChecks } from './checks/platform'
import { storageChecks } from './checks/storage'
import { tokenChecks } from './checks/tokens'
import { usbChecks } from './checks/usb'
import type { Check } from './check'

/** All checks; the page orders them by `checkGroupOf` in src-shared. */
export const checks: readonly Check[] = [
  ...usbChecks,
  ...platformChecks,
  ...tokenChecks,
  ...storageChecks,
  ...appChecks,
]
