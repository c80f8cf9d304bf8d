import { attachedDevice } from '../../../src-main/locks/attached'
import type { Clock } from '../../../src-main/locks/clock'
import { decodeAnswer } from '../../../src-main/locks/decode'
import { extractShellNumber, onlyShellNumber } from '../../../src-main/locks/extract'
import type { HidEntry } from '../../../src-main/locks/hid-port'
import { physicalDevices } from '../../../src-main/locks/physical-devices'
import type { LockProfile } from '../../../src-main/locks/profile'
import { parseProfile } from '../../../src-main/locks/profile-problems'
import { readNumber } from '../../../src-main/locks/read-number'
import { recogniseDevice } from '../../../src-main/locks/recognise'
import { createSimulatedHidPort } from '../../../src-main/locks/simulated-hid-port'
import { fromUsbProcess } from '../../../src-main/locks/usb-messages'
import { decodeProblems } from '../../../src-shared/model/attached-device'
import { profileRules } from '../../../src-shared/model/lock-profile'
import { readFailureReasons } from '../../../src-shared/model/plugged-lock'
import { isShellNumber } from '../../../src-shared/model/shell-number'

/** One thing that could come to the lock room from outside. */
export interface Case {
  readonly profileText: string
  readonly entries: (profile: LockProfile) => readonly HidEntry[]
  readonly report: (profile: LockProfile) => { readonly data: Uint8Array; readonly planted: string | null }
  /** Plays the whole conversation with the device too, not only what is in its answer. */
  readonly whole: boolean
}

/** How far it came, and with what: a code of ours, or `number`. */
export interface Played {
  readonly reached: 'profile' | 'device' | 'extraction'
  readonly end: string
}

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`broken promise: ${what}`)
}
const isOneOf = (codes: readonly string[], code: string) => codes.includes(code)

/** Time that has always just passed: every limit is over once nothing else is left to do. */
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
  const edges = { port, clock: hasty, randomBytes: (length: number) => new Uint8Array(length) }
  const read = await readNumber(edges, entry, profile, new AbortController().signal)
  must(read.ok ? isShellNumber(read.value) : isOneOf(readFailureReasons, read.error.code), 'a code of ours')
}

/** Plays it through parsing, recognising and extraction. Throws where a promise of the lock room is broken. */
export const play = async (given: Case): Promise<Played> => {
  const parsed = parseProfile(given.profileText)
  if (!parsed.ok) {
    const { problems } = parsed.error
    must(problems.length > 0, 'a refused profile says why')
    for (const { rule, line, column } of problems) {
      must(isOneOf(profileRules, rule) && line >= 1 && column >= 1, 'each mistake has a name and a place')
    }
    return { reached: 'profile', end: problems[0]?.rule ?? '' }
  }
  const profile = parsed.value
  const entries = given.entries(profile)
  const recognition = { profiles: [profile], models: [] }
  const [device, another] = physicalDevices(entries)
  if (device === undefined) return { reached: 'device', end: 'none' }
  const recognised = recogniseDevice(device, recognition)
  if (given.whole) {
    const devices = [device, ...(another === undefined ? [] : [another])].map((each) =>
      attachedDevice(each, { source: 'usb', recognition, reading: null }),
    )
    const message = { type: 'devices', devices: { state: 'listed', problem: null, devices } }
    must(fromUsbProcess.safeParse(message).success, 'what is told of a device can be heard')
  }
  if (recognised.kind !== 'profile') return { reached: 'device', end: recognised.kind }

  const { data, planted } = given.report(profile)
  const { extract, check, read } = profile
  const bySerial = read.by === 'serial'
  const bytes = bySerial ? Buffer.from(device.facts.serialNumber ?? '', 'utf8') : data
  const found =
    extract === undefined
      ? onlyShellNumber(device.facts.serialNumber)
      : extractShellNumber(bytes, { extract, check })
  const shown = decodeAnswer(bytes, profile)
  must(shown.number === (found.ok ? found.value : null), 'the bench shows what the desk reads')
  if (planted !== null && !bySerial) must(found.ok && found.value === planted, `${planted} is found again`)
  if (given.whole) await converse(recognised.entry, profile, data)
  if (found.ok) {
    must(isShellNumber(found.value), 'a number that is read is a shell number')
    return { reached: 'extraction', end: 'number' }
  }
  must(isOneOf(decodeProblems, found.error.code), 'a code of ours')
  return { reached: 'extraction', end: found.error.code }
}
