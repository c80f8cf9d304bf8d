import { agreesWith, extractShellNumber } from '../../../src-main/locks/profiles/extract'
import { lockProfileSchema } from '../../../src-main/locks/profiles/profile'
import type { LockProfile } from '../../../src-main/locks/profiles/profile'
import { makeProfile } from '../../../src-main/locks/learn/make-profile'
import { searchReading } from '../../../src-main/locks/learn/search'
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

interface DrawnModel {
  readonly about: string
  readonly known: readonly string[]
  readonly others: readonly string[]
  readonly lock: (number: string) => KnownLock
}

/** What the profiles learned from so many known locks of a model read of all its locks. */
export const readModel = ({ about, known, others, lock }: DrawnModel, counts: readonly number[]) => {
  const locks = known.map(lock)
  const wrong: string[] = []
  let learned = 0
  let read = 0
  for (const count of counts.filter((one) => one <= locks.length)) {
    const result = searchReading(locks.slice(0, count))
    if (result.state !== 'learned') continue
    learned += 1
    const profile = learnedProfile(result, locks.slice(0, count))
    for (const number of [...known, ...others]) {
      const found = readBy(profile, lock(number))
      if (found === number) read += 1
      else if (found !== null) wrong.push(`${about}, ${count} locks: ${number} as ${found}`)
    }
  }
  return { wrong, learned, read }
}

/** The same of the models drawn by so many seeds. */
export const readModels = (
  draw: (seed: number) => DrawnModel,
  seeds: { readonly first: number; readonly count: number },
  counts: readonly number[],
) => {
  const all = { wrong: [] as string[], learned: 0, read: 0 }
  for (let seed = seeds.first; seed < seeds.first + seeds.count; seed += 1) {
    const { wrong, learned, read } = readModel(draw(seed), counts)
    all.wrong.push(...wrong.map((one) => `${seed} ${one}`))
    all.learned += learned
    all.read += read
  }
  return all
}
