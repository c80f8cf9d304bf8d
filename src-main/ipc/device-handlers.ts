import { isDeepStrictEqual } from 'node:util'
import type { CommandFailure } from '#shared/bridge/commands'
import type { deviceCommands, TrialOutcome } from '#shared/bridge/device-commands'
import { fail, notConfirmed, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { AppContext } from '../platform-session/app-context'
import { sendingAllowedMs, createSendingPermission } from '../locks/profile-tester'
import { deviceReport } from '../locks/device-report'
import { isSimulatedProfile } from '../locks/simulator/simulated-device-file'
import { withoutComparisons } from '../locks/profiles/learned-field'
import type { LockProfile } from '../locks/profiles/profile'
import { maxProfileBytes, parseProfile } from '../locks/profiles/profile-problems'
import { sendsData } from '../locks/reader/try-profile'
import type { ListedProfile, ProfileProblem } from '#shared/model/locks/lock-profile'
import type { PlatformSession } from '../platform-session/open-session'
import type { SendingRequest } from '../window/dialogs/sending-confirmation'
import type { HandlersOf } from './ipc-router'

export type DeviceHandlers = HandlersOf<typeof deviceCommands>

const asCommand = <Value>(outcome: Outcome<Value>): Outcome<Value, CommandFailure> => {
  if (outcome.ok) return outcome
  const { code, message } = outcome.error
  if (code === 'not-found' || code === 'not-saved' || code === 'limit-reached') return fail({ code, message })
  return fail({ code: 'invalid-input', message })
}

/** The comparisons of a learned profile do not leave main. */
const portableText = ({ learned }: LockProfile, text: string): string => {
  if (learned?.agreed === undefined && learned?.suspended === undefined) return text
  const profile = JSON.parse(text) as object
  return `${JSON.stringify({ ...profile, learned: withoutComparisons(learned) }, null, 2)}\n`
}

/** Where the signature is in the text of a profile. */
const signatureProblem = (text: string, message: string): ProfileProblem => {
  const before = text.slice(0, Math.max(0, text.lastIndexOf('"signature"'))).split('\n')
  const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
  return { rule: 'signature-invalid', path: 'signature', ...place, expected: '', message }
}

const unsigned = succeed({ state: 'unsigned' } as const)

const idsOf = ({ vendorId, productId }: LockProfile['match']) => ({ vendorId, productId })

/**
 * Handlers of the Devices page. Main alone decides whether data is sent to a device; the page is not trusted
 * with it.
 */
export const createDeviceHandlers = (
  {
    desktop,
    files: { models },
    profiles,
    profileSignatures: signatures,
  }: {
    readonly desktop: Pick<AppContext['desktop'], 'version' | 'openTextFile' | 'confirmSending'>
    readonly files: Pick<AppContext['files'], 'models'>
    readonly profiles: AppContext['profiles']
    readonly profileSignatures: AppContext['profileSignatures']
  },
  { profileTester }: Pick<PlatformSession, 'profileTester'>,
  sendingPermission = createSendingPermission(),
): DeviceHandlers => {
  let trial: AbortController | null = null
  /** Increases with each request and cancellation, so that a late confirmation is recognized as outdated. */
  let permissionRequests = 0

  /** Commands that the active profile sends at every plug-in need no permission. */
  const isSentAnyway = (deviceId: string, { read }: LockProfile): boolean => {
    const device = profileTester.devices().devices.find((each) => each.deviceId === deviceId)
    const inEffect = profiles.profiles.find(({ id }) => id === device?.profile?.id)
    return inEffect !== undefined && isDeepStrictEqual(inEffect.read, read)
  }

  const deviceOf = (id: string) => profileTester.devices().devices.find(({ deviceId }) => deviceId === id)
  const confirmed = (request: SendingRequest): Promise<boolean> =>
    desktop.confirmSending(request).catch(() => false)

  /** Checked here too, because the USB process reads untrusted devices. */
  const isForbidden = (deviceId: string, { read }: LockProfile): boolean =>
    deviceOf(deviceId)?.isProtected === true && read.by !== 'serial'

  const tryProfile = async (deviceId: string, profile: LockProfile): Promise<TrialOutcome> => {
    if (isForbidden(deviceId, profile)) {
      return { state: 'not-tried', reason: 'protected-device', detail: 'nothing is ever sent to this device' }
    }
    if (sendsData(profile) && !sendingPermission.isAllowed(deviceId) && !isSentAnyway(deviceId, profile)) {
      return { state: 'not-armed' }
    }
    trial?.abort(new Error('another test started'))
    const trialController = new AbortController()
    trial = trialController
    const outcome = await profileTester.tryProfile(deviceId, profile, trialController.signal)
    if (outcome.ok) return { state: 'done', trial: outcome.value }
    return { state: 'not-tried', reason: outcome.error.code, detail: outcome.error.message }
  }

  /**
   * The ID of an attached device that would receive new commands if the profile were saved, or null. Null too
   * if sending is allowed to a device of this model.
   */
  const deviceNeedingPermission = (profile: LockProfile): string | null => {
    if (!sendsData(profile)) return null
    const { vendorId, productId } = profile.match
    const receiving = profileTester
      .devices()
      .devices.filter(({ facts }) => facts.vendorId === vendorId && facts.productId === productId)
      .filter(({ isProtected }) => !isProtected)
      .map(({ deviceId }) => deviceId)
      .filter((deviceId) => !isSentAnyway(deviceId, profile))
    return receiving.some((deviceId) => sendingPermission.isAllowed(deviceId)) ? null : (receiving[0] ?? null)
  }

  /**
   * Whether saving the profile makes devices of its model receive commands that no active profile sends,
   * without a permission for such a device.
   */
  const needsConfirming = (profile: LockProfile): boolean => {
    if (!sendsData(profile)) return false
    const { vendorId, productId } = profile.match
    const isOfModel = (one: { readonly vendorId: number; readonly productId: number }) =>
      one.vendorId === vendorId && one.productId === productId
    const isSentBy = ({ match, read }: LockProfile) =>
      isOfModel(match) && isDeepStrictEqual(read, profile.read)
    const isAllowed = profileTester
      .devices()
      .devices.some(({ deviceId, facts }) => isOfModel(facts) && sendingPermission.isAllowed(deviceId))
    return !isAllowed && !profiles.profiles.some(isSentBy)
  }

  const textWithoutComparisons = async (
    id: string,
  ): Promise<Outcome<{ readonly text: string; readonly isUnsigned: boolean }, CommandFailure>> => {
    const text = await profiles.textOf(id)
    if (!text.ok) return asCommand(text)
    const parsed = parseProfile(text.value)
    if (!parsed.ok) return succeed({ text: text.value, isUnsigned: true })
    const isUnsigned = parsed.value.signature === undefined
    return succeed({ text: portableText(parsed.value, text.value), isUnsigned })
  }

  return {
    'devices/list': () => succeed(profileTester.devices()),
    'devices/profiles': async () => {
      const listed = profiles.entries().map(async (entry): Promise<ListedProfile> => {
        const text = await profiles.textOf(entry.id)
        const maker = text.ok && entry.origin === 'user' ? await signatures.makerOf(text.value) : unsigned
        const profile = profiles.profiles.find(({ id }) => id === entry.id)
        return {
          ...entry,
          isSuspended: profile?.learned?.suspended === true,
          isSimulated: profile !== undefined && isSimulatedProfile(profile),
          maker: maker.ok ? maker.value : null,
        }
      })
      return succeed({ profiles: await Promise.all(listed), broken: profiles.broken })
    },
    'devices/profile-text': async ({ id }) => {
      const text = await textWithoutComparisons(id)
      return text.ok ? succeed(text.value.text) : text
    },
    'devices/export-profile': async ({ id }) => {
      const read = await textWithoutComparisons(id)
      if (!read.ok) return read
      const { text, isUnsigned } = read.value
      if (!isUnsigned || !profiles.files.has(id)) return succeed({ text, isSigned: !isUnsigned })
      const signed = await signatures.sign(text)
      return succeed(signed.ok ? { text: signed.value, isSigned: true } : { text, isSigned: false })
    },
    'devices/check-profile': async ({ text }) => {
      const checked = profiles.check(text)
      if (!checked.ok) return succeed(checked)
      const maker = await signatures.makerOf(text)
      return succeed(
        maker.ok
          ? { ...checked, maker: maker.value }
          : { ok: false, problems: [signatureProblem(text, maker.error.message)] },
      )
    },
    'devices/allow-sending': async ({ deviceId }) => {
      const notAttached = fail({ code: 'not-found' as const, message: 'the device is no longer attached' })
      const device = deviceOf(deviceId)
      if (device === undefined) return notAttached
      if (device.isProtected) {
        return fail({ code: 'invalid-input', message: 'nothing is ever sent to this device' })
      }
      sendingPermission.revoke()
      const requestNumber = (permissionRequests += 1)
      const minutes = sendingAllowedMs / 60_000
      const yes = await confirmed({ kind: 'device', facts: device.facts, minutes })
      // Ignores a confirmation after a cancellation or for an earlier device.
      if (!yes || requestNumber !== permissionRequests) return notConfirmed()
      if (deviceOf(deviceId)?.isProtected !== false) return notAttached
      return succeed({ forMs: sendingPermission.allow(deviceId) })
    },
    'devices/stop-sending': () => {
      permissionRequests += 1
      sendingPermission.revoke()
      return succeed(null)
    },
    'devices/try-profile': async ({ deviceId, text }) => {
      const parsed = parseProfile(text)
      if (!parsed.ok) return asCommand(parsed)
      return succeed(await tryProfile(deviceId, parsed.value))
    },
    'devices/end-trial': () => {
      trial?.abort(new Error('the test was stopped'))
      return succeed(null)
    },
    'devices/save-profile': async ({ text }) => {
      const parsed = parseProfile(text)
      if (!parsed.ok) return asCommand(parsed)
      const maker = await signatures.makerOf(text)
      if (!maker.ok) return fail({ code: 'invalid-input', message: maker.error.message })
      const deviceId = deviceNeedingPermission(parsed.value)
      if (deviceId !== null) return succeed({ state: 'not-armed', deviceId })
      const { id, match } = parsed.value
      // Devices of this model plugged in later also receive the commands.
      if (
        needsConfirming(parsed.value) &&
        !(await confirmed({ kind: 'profile', profileId: id, ...idsOf(match) }))
      ) {
        return notConfirmed()
      }
      const saved = asCommand(await profiles.save(text))
      return saved.ok ? succeed({ state: 'saved', id: saved.value.id }) : saved
    },
    'devices/delete-profile': async ({ id }) => asCommand(await profiles.remove(id)),
    'devices/open-profile': async () => {
      try {
        return succeed(await desktop.openTextFile('json', maxProfileBytes))
      } catch (error) {
        return fail({ code: 'not-found', message: error instanceof Error ? error.message : 'unreadable' })
      }
    },
    'devices/report': () =>
      succeed(
        deviceReport({
          version: desktop.version,
          now: new Date(),
          devices: profileTester.devices(),
          profiles: profiles.entries(),
          broken: profiles.broken,
          models: models.read().models,
        }),
      ),
  }
}
