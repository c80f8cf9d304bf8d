import { agreesWith, extractShellNumber } from '../../../src-main/locks/profiles/extract'
import { lockProfileSchema } from '../../../src-main/locks/profiles/profile'
import type { LockProfile } from '../../../src-main/locks/profiles/profile'
import { makeProfile } from '../../../src-main/locks/learn/make-profile'
import type { SearchResult } from '../../../src-main/locks/learn/search'
import type { KnownLock } from '../../../src-main/locks/learn/sources'

type Place = Pick<LockProfile['read'], 'by' | 'reportId' | 'text'>

const bytesOf = ({ by, reportId, text = 'serial' }: Place, { sample }: KnownLock): Uint8Array => {
  const { serialNumber: serial, product, manufacturer } = sample.facts
  if (by === 'serial') return Buffer.from({ serial, product, manufacturer }[text] ?? '')
  const report = sample.reports.find((each) => each.kind === by && each.reportId === reportId)
  return Buffer.from(report?.reads.at(-1) ?? '', 'hex')
}

/** As a reader reads it: the last response of the sample. */
export const readBy = ({ read, extract, check, also }: LockProfile, lock: KnownLock): string | null => {
  if (extract === undefined) return null
  const found = extractShellNumber(bytesOf(read, lock), { extract, check })
  const places = (also ?? []).map((each) => bytesOf(each.read ?? read, lock))
  return found.ok && agreesWith(found.value, also, places).ok ? found.value : null
}

/** The profile as it is stored. */
export const learnedProfile = (
  learned: Extract<SearchResult, { readonly state: 'learned' }>,
  locks: readonly KnownLock[],
): LockProfile =>
  lockProfileSchema.parse(JSON.parse(JSON.stringify(makeProfile(learned, locks, new Date(0)))))
