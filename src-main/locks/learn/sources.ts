import type { DeviceSample, SampledReport } from '#shared/model/locks/device-sample'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { bytesOfHex } from '../hex'
import type { ExtractBy, LockProfile, ReadBy } from '../profiles/profile'

/** A lock whose number is known, with what it shows. */
export interface KnownLock {
  readonly number: ShellNumber
  readonly sample: DeviceSample
}

/** One text or report that all known locks have. */
export interface Source {
  readonly read: Pick<ReadBy, 'reportId' | 'length'> &
    Pick<Partial<ReadBy>, 'text'> & { readonly by: ReadBy['by'] }
  /** The profile whose request brings the response; null if nothing is sent. */
  readonly asked: LockProfile | null
  readonly interface: number | null
  /** Per lock, in the order of the locks; all of the same length. */
  readonly data: readonly Uint8Array[]
  /** All reads per lock. */
  readonly reads: readonly (readonly Uint8Array[])[]
  /** Whether the byte is the same in all reads of a lock, for every lock. */
  readonly isStable: readonly boolean[]
}

const sourceOf = (
  read: Source['read'],
  interfaceNumber: number | null,
  reads: readonly (readonly Uint8Array[])[],
  asked: LockProfile | null = null,
): Source[] => {
  const length = Math.min(...reads.flat().map((each) => each.length))
  const data = reads.flatMap(([first]) => (first === undefined ? [] : [first.subarray(0, length)]))
  if (length < 1 || !Number.isFinite(length) || data.length < reads.length) return []
  const isStable = Array.from({ length }, (_, at) =>
    reads.every((ofLock) => ofLock.every((each) => each[at] === ofLock[0]?.[at])),
  )
  return [{ read, asked, interface: interfaceNumber, data, reads, isStable }]
}

const deviceTexts = [
  ['serial', 'serialNumber'],
  ['product', 'product'],
  ['manufacturer', 'manufacturer'],
] as const

const isSame = (one: SampledReport, other: SampledReport): boolean =>
  one.kind === other.kind &&
  one.interface === other.interface &&
  one.reportId === other.reportId &&
  one.profileId === other.profileId

/**
 * The texts, reports and responses of several locks side by side. A report that a lock lacks is left out. `asking` are
 * the profiles whose requests were sent.
 */
export const sourcesOf = (locks: readonly KnownLock[], asking: readonly LockProfile[] = []): Source[] => {
  const ofTexts = deviceTexts.flatMap(([text, key]) => {
    const found = locks.map(({ sample }) => [Uint8Array.from(Buffer.from(sample.facts[key] ?? '', 'utf8'))])
    const read = { by: 'serial' as const, reportId: 0, length: 64 }
    return sourceOf(text === 'serial' ? read : { ...read, text }, null, found)
  })
  const [first] = locks
  const ofReports = (first?.sample.reports ?? []).flatMap((report) => {
    const same = locks.flatMap(({ sample }) => sample.reports.find((each) => isSame(each, report)) ?? [])
    // A report read once does not show which of its bytes change.
    if (same.length < locks.length || same.some(({ reads }) => reads.length < 2)) return []
    const reads = same.map((each) => each.reads.map(bytesOfHex))
    const { kind, reportId, profileId } = report
    if (kind === 'response') {
      const profile = asking.find(({ id }) => id === profileId)
      return profile === undefined ? [] : sourceOf(profile.read, report.interface, reads, profile)
    }
    const length = Math.min(...reads.flat().map((each) => each.length))
    return sourceOf({ by: kind, reportId, length }, report.interface, reads)
  })
  return [...ofTexts, ...ofReports]
}

/** Positions where every known lock has the same byte in all reads. */
export const constantPositions = ({ data, isStable }: Source): number[] =>
  isStable.flatMap((stable, at) =>
    stable && data.every((ofLock) => ofLock[at] === data[0]?.[at]) ? [at] : [],
  )

/** A profile expects no more runs of bytes. */
const maxExpected = 64

/** The bytes at these positions as a profile expects them: one entry for bytes side by side. */
export const expectedBytes = (
  { data: [data = new Uint8Array()] }: Source,
  positions: readonly number[],
): NonNullable<ExtractBy['expect']> => {
  const starts = positions.filter((at, index) => positions[index - 1] !== at - 1)
  return starts.slice(0, maxExpected).map((from, index) => {
    const next = starts[index + 1] ?? Infinity
    const to = 1 + Math.max(...positions.filter((at) => at >= from && at < next))
    return { at: from, bytes: data.slice(from, to) }
  })
}
