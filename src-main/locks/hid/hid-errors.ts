import { access, constants } from 'node:fs/promises'
import { messageOf } from '#shared/error-message'
import { HidError } from './hid-port'
import type { HidFailureKind } from './hid-port'

/** The attempted operation: the same code means different things when opening and when transferring. */
export type HidStage = 'open' | 'talk'

// The message after the code is localized, so only the code is parsed.
const codeIn = (message: string): number | null => {
  const found = /\(0x([\da-f]{8})\)/i.exec(message)?.[1]
  return found === undefined ? null : Number.parseInt(found, 16)
}

// On macOS, opening a device that another program holds exclusively fails with kIOReturnExclusiveAccess
// (https://github.com/node-hid/node-hid/issues/447); a device that needs “Input Monitoring” fails with
// kIOReturnNotPermitted (https://github.com/todbot/hidapitester/pull/30).

// Win32 error codes: https://learn.microsoft.com/windows/win32/debug/system-error-codes
const windowsKinds: ReadonlyMap<number, HidFailureKind> = new Map([
  [0x02, 'gone'], // ERROR_FILE_NOT_FOUND
  [0x03, 'gone'], // ERROR_PATH_NOT_FOUND
  [0x15, 'gone'], // ERROR_NOT_READY
  [0x1f, 'gone'], // ERROR_GEN_FAILURE: the device was pulled out during a transfer
  [0x20, 'busy'], // ERROR_SHARING_VIOLATION
  [0x21, 'busy'], // ERROR_LOCK_VIOLATION
  [0xaa, 'busy'], // ERROR_BUSY
  [0x1b1, 'gone'], // ERROR_NO_SUCH_DEVICE
  [0x3e3, 'gone'], // ERROR_OPERATION_ABORTED: a read was pending when the device was pulled out
  [0x48f, 'gone'], // ERROR_DEVICE_NOT_CONNECTED
])

const windowsKind = (message: string, stage: HidStage): HidFailureKind => {
  const code = codeIn(message)
  // hidapi also opens a device held by another program, but without any access (windows/hid.c, hid_open_path;
  // https://github.com/libusb/hidapi/pull/1): opening succeeds, and the first read or write is denied
  // (https://github.com/libusb/hidapi/issues/614).
  if (code === 0x05) return stage === 'open' ? 'no-permission' : 'busy'
  return (code === null ? undefined : windowsKinds.get(code)) ?? 'failed'
}

// IOReturn codes: IOKit/IOReturn.h
const macKinds: ReadonlyMap<number, HidFailureKind> = new Map([
  [0xe00002c0, 'gone'], // kIOReturnNoDevice
  [0xe00002c1, 'no-permission'], // kIOReturnNotPrivileged
  [0xe00002c5, 'busy'], // kIOReturnExclusiveAccess
  [0xe00002cd, 'gone'], // kIOReturnNotOpen
  [0xe00002d5, 'busy'], // kIOReturnBusy
  [0xe00002d9, 'gone'], // kIOReturnNotAttached
  [0xe00002e2, 'no-permission'], // kIOReturnNotPermitted: Input Monitoring was denied
  [0xe00002eb, 'gone'], // kIOReturnAborted
])

const macKind = (message: string): HidFailureKind => {
  if (/disconnected|entry not found|mach entry$/i.test(message)) return 'gone'
  const code = codeIn(message)
  return (code === null ? undefined : macKinds.get(code)) ?? 'failed'
}

const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Checks the file itself: hidapi's message comes from strerror and is localized. */
const linuxFailureKind = async (message: string, path: string): Promise<HidFailureKind> => {
  try {
    await access(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === 'ENOENT' || errno === 'ENXIO' || errno === 'ENODEV') return 'gone'
    if (errno === 'EACCES' || errno === 'EPERM') return 'no-permission'
  }
  if (/no such device|disconnected/i.test(message)) return 'gone'
  if (/permission denied|operation not permitted/i.test(message)) return 'no-permission'
  return /resource busy/i.test(message) ? 'busy' : 'failed'
}

/** Classifies a node-hid error for this system. */
export const classifyHidError = async (
  error: unknown,
  { path, stage, platform }: { path: string; stage: HidStage; platform: NodeJS.Platform },
): Promise<HidError> => {
  // The `error` event of HIDAsync passes a plain string (https://github.com/node-hid/node-hid/issues/520).
  const message = messageOf(error)
  if (platform === 'win32') return new HidError(windowsKind(message, stage), message)
  if (platform === 'darwin') return new HidError(macKind(message), message)
  return new HidError(await linuxFailureKind(message, path), message)
}
