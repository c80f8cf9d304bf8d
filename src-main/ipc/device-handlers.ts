import { isDeepStrictEqual } from 'node:util'
import type { CommandFailure } from '#shared/commands'
import type { DeviceCommands, TrialOutcome } from '#shared/device-commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { JsonFile } from '../files/json-file'
import { createArming } from '../locks/arming'
import type { Arming } from '../locks/arming'
import type { DeviceBench } from '../locks/device-bench'
import { deviceReport } from '../locks/device-report'
import type { LockProfile } from '../locks/profile'
import { longestProfile, parseProfile } from '../locks/profile-problems'
import type { ProfileShelf } from '../locks/profile-shelf'
import { sendsSomething } from '../locks/try-profile'
import type { EnabledModelsContent } from '../settings/enabled-models'
import type { OpenedText } from '../window/open-text-file'
import type { CommandHandlers } from './registrar'

export interface DeviceHandlerParts {
  readonly version: string
  readonly bench: DeviceBench
  readonly shelf: ProfileShelf
  readonly models: JsonFile<EnabledModelsContent>
  readonly openTextFile: (extension: string, most: number) => Promise<OpenedText | null>
  readonly arming?: Arming
}

export type DeviceHandlers = Pick<CommandHandlers, keyof DeviceCommands>

const asCommand = <Value>(outcome: Outcome<Value>): Outcome<Value, CommandFailure> => {
  if (outcome.ok) return outcome
  const { code, message } = outcome.error
  if (code === 'not-found' || code === 'not-saved') return fail({ code, message })
  return fail({ code: 'invalid-input', message })
}

/** The commands of the devices page. Nothing is sent to a device unless this says so, whatever the page thinks. */
export const createDeviceHandlers = (parts: DeviceHandlerParts): DeviceHandlers => {
  const { bench, shelf, models } = parts
  const arming = parts.arming ?? createArming()
  let trial: AbortController | null = null

  /** What the app itself sends to the device whenever it is plugged in may be sent by hand too. */
  const isSentAnyway = (deviceId: string, { read }: LockProfile): boolean => {
    const device = bench.devices().devices.find((each) => each.deviceId === deviceId)
    const inEffect = shelf.profiles.find(({ id }) => id === device?.profile?.id)
    return inEffect !== undefined && isDeepStrictEqual(inEffect.read, read)
  }

  const tryProfile = async (deviceId: string, profile: LockProfile): Promise<TrialOutcome> => {
    if (sendsSomething(profile) && !arming.isArmed(deviceId) && !isSentAnyway(deviceId, profile)) {
      return { state: 'not-armed' }
    }
    trial?.abort(new Error('another trial begins'))
    const mine = new AbortController()
    trial = mine
    const outcome = await bench.tryProfile(deviceId, profile, mine.signal)
    if (outcome.ok) return { state: 'done', trial: outcome.value }
    return { state: 'not-tried', reason: outcome.error.code, detail: outcome.error.message }
  }

  /** An attached device that the profile would send to from now on, though the person has armed the bench for none. */
  const wouldSurprise = (profile: LockProfile): string | null => {
    if (!sendsSomething(profile)) return null
    const { vendorId, productId } = profile.match
    const spokenTo = bench
      .devices()
      .devices.filter(({ facts }) => facts.vendorId === vendorId && facts.productId === productId)
      .map(({ deviceId }) => deviceId)
      .filter((deviceId) => !isSentAnyway(deviceId, profile))
    return spokenTo.some((deviceId) => arming.isArmed(deviceId)) ? null : (spokenTo[0] ?? null)
  }

  return {
    'devices/list': () => succeed(bench.devices()),
    'devices/profiles': () => succeed({ profiles: shelf.entries(), broken: shelf.broken }),
    'devices/profile-text': async ({ id }) => asCommand(await shelf.textOf(id)),
    'devices/check-profile': ({ text }) => succeed(shelf.check(text)),
    'devices/arm': ({ deviceId }) => {
      const isThere = bench.devices().devices.some((device) => device.deviceId === deviceId)
      if (!isThere) return fail({ code: 'not-found', message: 'the device is not there any more' })
      return succeed({ forMs: arming.arm(deviceId) })
    },
    'devices/disarm': () => {
      arming.disarm()
      return succeed(null)
    },
    'devices/try-profile': async ({ deviceId, text }) => {
      const parsed = parseProfile(text)
      if (!parsed.ok) return asCommand(parsed)
      return succeed(await tryProfile(deviceId, parsed.value))
    },
    'devices/end-trial': () => {
      trial?.abort(new Error('the person ended it'))
      return succeed(null)
    },
    'devices/save-profile': async ({ text }) => {
      const parsed = parseProfile(text)
      if (!parsed.ok) return asCommand(parsed)
      const deviceId = wouldSurprise(parsed.value)
      if (deviceId !== null) return succeed({ state: 'not-armed', deviceId })
      const saved = asCommand(await shelf.save(text))
      return saved.ok ? succeed({ state: 'saved', id: saved.value.id }) : saved
    },
    'devices/delete-profile': async ({ id }) => asCommand(await shelf.remove(id)),
    'devices/open-profile': async () => {
      try {
        return succeed(await parts.openTextFile('json', longestProfile))
      } catch (error) {
        return fail({ code: 'not-found', message: error instanceof Error ? error.message : 'unreadable' })
      }
    },
    'devices/report': () =>
      succeed(
        deviceReport({
          version: parts.version,
          now: new Date(),
          devices: bench.devices(),
          profiles: shelf.entries(),
          broken: shelf.broken,
          models: models.read().models,
        }),
      ),
  }
}
