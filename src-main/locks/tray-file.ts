import { z } from 'zod'
import { isShellNumber } from '#shared/model/shell-number'
import trayFile from '../../resources/training/tray.json'

const shellNumber = z.string().refine(isShellNumber, 'expected a shell number')
const label = z.strictObject({ en: z.string().min(1), zh: z.string().min(1) })
const usbId = z
  .string()
  .regex(/^0x[\da-f]{4}$/)
  .transform((text) => Number.parseInt(text, 16))

const trayLock = z.strictObject({
  trayId: z.string().min(1),
  kind: z.literal('lock'),
  shellNumber,
  label,
  pluggedIn: z.boolean().default(false),
})

const trayUnknown = z.strictObject({
  trayId: z.string().min(1),
  kind: z.literal('unknown-device'),
  label,
  pluggedIn: z.boolean().default(false),
  device: z.strictObject({
    vendorId: usbId,
    productId: usbId,
    product: z.string(),
    manufacturer: z.string(),
    serialNumber: z.string(),
  }),
})

export const trayFileSchema = z.strictObject({
  locks: z
    .array(z.discriminatedUnion('kind', [trayLock, trayUnknown]))
    .refine(
      (locks) => new Set(locks.map(({ trayId }) => trayId)).size === locks.length,
      'a tray id comes twice',
    ),
})

export type TrayItem = z.output<typeof trayFileSchema>['locks'][number]

/** What lies in the training tray: resources/training/tray.json, a part of the bundle. */
export const shippedTray: readonly TrayItem[] = trayFileSchema.parse(trayFile).locks
