import { attachedDevice } from '../../../src-main/locks/hid/attached-device'
import type { Clock } from '../../../src-main/util/clock'
import { decodeResponse } from '../../../src-main/locks/profiles/decode'
import { extractShellNumber, onlyShellNumber } from '../../../src-main/locks/profiles/extract'
import type { HidEntry } from '../../../src-main/locks/hid/hid-port'
import { physicalDevices } from '../../../src-main/locks/hid/physical-devices'
import type { LockProfile } from '../../../src-main/locks/profiles/profile'
import { parseProfile } from '../../../src-main/locks/profiles/profile-problems'
import { readNumber } from '../../../src-main/locks/reader/read-number'
import { recognizeDevice } from '../../../src-main/locks/reader/recognize'
import { createSimulatedHidPort } from '../../../src-main/locks/simulator/simulated-hid-port'
import { fromUsbProcess } from '../../../src-main/locks/usb-process/usb-messages'
import { decodeProblems } from '../../../src-shared/model/locks/attached-device'
import { profileRules } from '../../../src-shared/model/locks/lock-profile'
import { readFailureReasons } from '../../../src-shared/model/locks/plugged-lock'
import { isShellNumber } from '../../../src-shared/model/locks/shell-number'

/** One untrusted input. */
export interface Case {
  readonly profileText: string
  readonly entries: (profile: LockProfile) => readonly HidEntry[]
  readonly report: (profile: LockProfile) => { readonly data: Uint8Array; readonly planted: string | null }
  /** Runs the full exchange with the device, not only its response. */
  readonly whole: boolean
}

/** The stage it reached, and the error code or `number`. */
export interface Played {
  readonly reached: 'profile' | 'device' | 'extraction'
  readonly end: string
}

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`broken guarantee: ${what}`)
}
const isOneOf = (codes: readonly string[], code: string) => codes.includes(code)

/** A clock whose timeouts expire as soon as nothing else is left to do. */
const hasty: Clock = {
  now: () => 0,
  wait: (_, signal) =>
    new Promise((resolve, reject) => {
      setImmediate(() => {
        if (signal.aborted) reject(new Error('ended'))
        else resolve()
      })
    }),
}

const converse = async (entry: HidEntry, profile: LockProfile, data: Uint8Array): Promise<void> => {
  const port = createSimulatedHidPort()
  const report = profile.read.reportId === 0 ? data : Uint8Array.from([profile.read.reportId, ...data])
  port.plugIn({
    entries: [entry],
    firmware: {
      onReport: (_, reply) => reply(report),
      feature: (reportId) => Uint8Array.from([reportId, ...data]),
    },
  })
  const deps = { port, clock: hasty, randomBytes: (length: number) => new Uint8Array(length) }
  const read = await readNumber(deps, entry, profile, new AbortController().signal)
  must(read.ok ? isShellNumber(read.value) : isOneOf(readFailureReasons, read.error.code), 'an error code')
}

/** Runs parsing, recognition and extraction. Throws where a guarantee is broken. */
export const play = async (testCase: Case): Promise<Played> => {
  const parsed = parseProfile(testCase.profileText)
  if (!parsed.ok) {
    const { problems } = parsed.error
    must(problems.length > 0, 'a rejected profile has a reason')
    for (const { rule, line, column } of problems) {
      must(isOneOf(profileRules, rule) && line >= 1 && column >= 1, 'each problem has a name and a position')
    }
    return { reached: 'profile', end: problems[0]?.rule ?? '' }
  }
  const profile = parsed.value
  const entries = testCase.entries(profile)
  const recognition = { profiles: [profile], models: [] }
  const [device, another] = physicalDevices(entries)
  if (device === undefined) return { reached: 'device', end: 'none' }
  const recognised = recognizeDevice(device, recognition)
  if (testCase.whole) {
    const devices = [device, ...(another === undefined ? [] : [another])].map((each) =>
      attachedDevice(each, { source: 'usb', recognition, card: null }),
    )
    const message = { type: 'devices', devices: { state: 'listed', problem: null, devices } }
    must(fromUsbProcess.safeParse(message).success, 'device texts are printable')
  }
  if (recognised.kind !== 'profile') return { reached: 'device', end: recognised.kind }

  const { data, planted } = testCase.report(profile)
  const { extract, check, read } = profile
  const bySerial = read.by === 'serial'
  const bytes = bySerial ? Buffer.from(device.facts.serialNumber ?? '', 'utf8') : data
  const found =
    extract === undefined
      ? onlyShellNumber(device.facts.serialNumber)
      : extractShellNumber(bytes, { extract, check })
  const shown = decodeResponse(bytes, profile, [])
  must(
    shown.number === (found.ok ? found.value : null),
    'the profile tester shows the same number as the reader',
  )
  if (planted !== null && !bySerial) must(found.ok && found.value === planted, `${planted} is found again`)
  if (testCase.whole) await converse(recognised.entry, profile, data)
  if (found.ok) {
    must(isShellNumber(found.value), 'a read number is a shell number')
    return { reached: 'extraction', end: 'number' }
  }
  must(isOneOf(decodeProblems, found.error.code), 'an error code')
  return { reached: 'extraction', end: found.error.code }
}
