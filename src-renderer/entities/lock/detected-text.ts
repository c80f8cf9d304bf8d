import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import type { Translator } from '../../i18n/explain'
import { clockSeconds } from '../../i18n/times'

/** A device without a number, from when it was plugged in. */
export interface Detected {
  readonly id: string
  readonly pluggedAt: number
}

export const detectedLock = ({ plugId, pluggedAt }: PluggedLock): Detected => ({ id: plugId, pluggedAt })

/**
 * “2 of 3”: which one a device is of those that look the same, in the order they were plugged in. They differ by nothing
 * else that the system says. Empty if it is the only one, or unplugged.
 */
export const nthText = (device: Detected, alike: readonly Detected[], { t }: Translator): string => {
  const inOrder = alike.toSorted((a, b) => a.pluggedAt - b.pluggedAt || (a.id < b.id ? -1 : 1))
  const n = inOrder.findIndex(({ id }) => id === device.id) + 1
  return alike.length < 2 || n === 0 ? '' : t('desk.plugged.nth', { n, of: alike.length })
}

/** When a device was plugged in, and which one it is. */
export const detectedText = (
  device: Detected,
  alike: readonly Detected[],
  translator: Translator,
): string => {
  const time = clockSeconds(device.pluggedAt, translator.language)
  const nth = nthText(device, alike, translator)
  return [translator.t('desk.plugged.detected', { time }), ...(nth === '' ? [] : [nth])].join(' · ')
}
