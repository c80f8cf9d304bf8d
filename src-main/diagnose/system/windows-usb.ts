import { join } from 'node:path'
import { detailOf } from '../check'
import type { QuerySystem } from './query-system'
import type { DeviceAccessStatus, DriverProblem, UsbStackStatus, SystemUsb } from './system-usb'

// pnputil comes with Windows and can list devices without administrator rights
// (https://learn.microsoft.com/windows-hardware/drivers/devtest/pnputil-command-syntax). Its labels are
// localized; only instance IDs and problem code names are not, so only these are parsed.

const usbId = /^(?:USB|HID)\\VID_([\dA-F]{4})&PID_([\dA-F]{4})/i
const instance = /(?:USB|HID)\\VID_[\dA-F]{4}&PID_[\dA-F]{4}[^\s]*/i
const rootHub = /USB\\ROOT_HUB[^\s]*/gi
const problemCode = /\bCM_PROB_([A-Z_]+)/

/** One paragraph per device. */
const paragraphs = (printed: string): string[] => printed.split(/\r?\n\s*\r?\n/)

export const parseDriverProblems = (printed: string): DriverProblem[] =>
  paragraphs(printed).flatMap((paragraph) => {
    const [, vendor, product] = usbId.exec(instance.exec(paragraph)?.[0] ?? '') ?? []
    const name = problemCode.exec(paragraph)?.[1]
    if (vendor === undefined || product === undefined || name === undefined) return []
    return [{ id: `${vendor}:${product}`.toLowerCase(), problem: name.toLowerCase().replaceAll('_', '-') }]
  })

export const windowsUsb = (query: QuerySystem, systemRoot: string): SystemUsb => {
  const pnputil = (args: readonly string[], signal: AbortSignal) =>
    query(join(systemRoot, 'System32', 'pnputil.exe'), args, signal)
  return {
    stack: async (signal): Promise<UsbStackStatus> => {
      try {
        const printed = await pnputil(['/enum-devices', '/connected', '/class', 'USB'], signal)
        const controllers = printed.match(rootHub)?.length ?? 0
        const devices = paragraphs(printed).filter((paragraph) => instance.test(paragraph)).length
        return { state: 'there', controllers, devices, hasHid: true }
      } catch (error) {
        return { state: 'not-reported', message: detailOf(error) }
      }
    },
    access: async (signal): Promise<DeviceAccessStatus> => {
      try {
        const problems = parseDriverProblems(await pnputil(['/enum-devices', '/problem'], signal))
        return { state: 'drivers', problems: problems }
      } catch (error) {
        return { state: 'not-reported', message: detailOf(error) }
      }
    },
  }
}
