import { z } from 'zod'
import type { DeviceCommands } from './device-commands'

const nothing = z.undefined()
const deviceId = z.string().regex(/^[\da-f]{16}$/)
const profileId = z.string().min(1).max(60)
const text = z.string().max(200_000)

export const deviceCommandSchemas: {
  [Name in keyof DeviceCommands]: z.ZodType<DeviceCommands[Name]['input']>
} = {
  'devices/list': nothing,
  'devices/profiles': nothing,
  'devices/profile-text': z.strictObject({ id: profileId }),
  'devices/check-profile': z.strictObject({ text }),
  'devices/arm': z.strictObject({ deviceId }),
  'devices/disarm': nothing,
  'devices/try-profile': z.strictObject({ deviceId, text }),
  'devices/end-trial': nothing,
  'devices/save-profile': z.strictObject({ text }),
  'devices/delete-profile': z.strictObject({ id: profileId }),
  'devices/open-profile': nothing,
  'devices/report': nothing,
}
