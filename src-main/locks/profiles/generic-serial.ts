import type { EnabledModel, LocalName } from '#shared/model/locks/plugged-lock'
import type { LockProfile } from './profile'

export const genericSerialId = 'generic-serial'

export const genericSerialName: LocalName = {
  en: 'Shell number from the USB serial number',
  zh: '从 USB 序列号读取壳号',
}

/**
 * A profile that reads the shell number from the USB serial number. It exists only for models that the user
 * enabled after comparing the number with the shell.
 */
export const genericSerial = ({ vendorId, productId }: EnabledModel): LockProfile => ({
  id: genericSerialId,
  name: genericSerialName,
  match: { vendorId, productId },
  read: { by: 'serial', reportId: 0, length: 64, answer: {}, timeoutMs: 1000 },
  check: { kind: 'none' },
})
