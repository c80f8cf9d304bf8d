import { z } from 'zod'
import { isShellNumber } from '#shared/model/locks/shell-number'
import type { ModelLockItem } from './simulated-device-file'
import shippedFile from '../../../resources/training/tray.json'

const shellNumber = z.string().refine(isShellNumber, 'expected a shell number')
const label = z.strictObject({ en: z.string().min(1), zh: z.string().min(1) })
const usbId = z
  .string()
  .regex(/^0x[\da-f]{4}$/)
  .transform((text) => Number.parseInt(text, 16))

const simulatedLock = z.strictObject({
  trayId: z.string().min(1),
  kind: z.literal('lock'),
  shellNumber,
  label,
  pluggedIn: z.boolean().default(false),
})

const unknownDevice = z.strictObject({
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

export const simulatorFileSchema = z.strictObject({
  locks: z
    .array(z.discriminatedUnion('kind', [simulatedLock, unknownDevice]))
    .refine((locks) => new Set(locks.map(({ trayId }) => trayId)).size === locks.length, 'duplicate trayId'),
})

export type SimulatorItem = z.output<typeof simulatorFileSchema>['locks'][number] | ModelLockItem

/** The simulator's bundled locks: resources/training/tray.json. */
export const bundledSimulatorLocks: readonly SimulatorItem[] = simulatorFileSchema.parse(shippedFile).locks
