import { join } from 'node:path'
import { messageOf } from '../check'
import type { AskSystem } from './asked-system'
import type { AccessLook, DriverTrouble, StackLook, SystemUsb } from './system-usb'

// pnputil comes with Windows and needs no administrator for looking
// (https://learn.microsoft.com/windows-hardware/drivers/devtest/pnputil-command-syntax). Its words are in the system's
// language; instance ids and names of problem codes are not, so only these are read.

const usbId = /^(?:USB|HID)\\VID_([\dA-F]{4})&PID_([\dA-F]{4})/i
const instance = /(?:USB|HID)\\VID_[\dA-F]{4}&PID_[\dA-F]{4}[^\s]*/i
const rootHub = /USB\\ROOT_HUB[^\s]*/gi
const problem = /\bCM_PROB_([A-Z_]+)/

/** One paragraph a device. */
const paragraphs = (printed: string): string[] => printed.split(/\r?\n\s*\r?\n/)

export const driverTroubles = (printed: string): DriverTrouble[] =>
  paragraphs(printed).flatMap((paragraph) => {
    const [, vendor, product] = usbId.exec(instance.exec(paragraph)?.[0] ?? '') ?? []
    const name = problem.exec(paragraph)?.[1]
    if (vendor === undefined || product === undefined || name === undefined) return []
    return [{ id: `${vendor}:${product}`.toLowerCase(), trouble: name.toLowerCase().replaceAll('_', '-') }]
  })

export const windowsUsb = (ask: AskSystem, systemRoot: string): SystemUsb => {
  const pnputil = (args: readonly string[], signal: AbortSignal) =>
    ask(join(systemRoot, 'System32', 'pnputil.exe'), args, signal)
  return {
    stack: async (signal): Promise<StackLook> => {
      try {
        const printed = await pnputil(['/enum-devices', '/connected', '/class', 'USB'], signal)
        const controllers = printed.match(rootHub)?.length ?? 0
        const devices = paragraphs(printed).filter((paragraph) => instance.test(paragraph)).length
        return { state: 'there', controllers, devices, hasHid: true }
      } catch (error) {
        return { state: 'not-told', message: messageOf(error) }
      }
    },
    access: async (signal): Promise<AccessLook> => {
      try {
        const troubles = driverTroubles(await pnputil(['/enum-devices', '/problem'], signal))
        return { state: 'drivers', troubles }
      } catch (error) {
        return { state: 'not-told', message: messageOf(error) }
      }
    },
  }
}
