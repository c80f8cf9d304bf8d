import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '#shared/error-message'
import type { ProfileCheck, ProfileEntry } from '#shared/model/locks/lock-profile'
import { fail, notFound, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { lastGoodPath, writeDurably } from '../../util/files/durable-file'
import { readText } from '../../util/files/regular-file'
import { createSequencer } from '../../util/async'
import { withoutDeviceName } from '../../util/files/device-names'
import { createEmitter } from '../../util/emitter'
import { profileText } from './profile'
import type { LockProfile } from './profile'
import { parseProfile } from './profile-problems'
import { loadProfiles } from './load-profiles'
import type { LoadedProfiles } from './load-profiles'
import { withLearnedField } from './learned-field'
import { sendsData } from '../reader/try-profile'

type RepositoryOutcome<Value> = Outcome<
  Value,
  Failure<'not-found' | 'not-saved' | 'not-a-profile' | 'limit-reached'>
>

/** What the repository knows of a profile text; who signed it is found elsewhere. */
type WithoutMaker = Extract<ProfileCheck, { ok: false }> | Omit<Extract<ProfileCheck, { ok: true }>, 'maker'>

/** The active profiles; its fields always reflect the current state. */
export interface ProfileRepository extends LoadedProfiles {
  /** In the order they are tried. */
  entries(): readonly ProfileEntry[]
  check(text: string): WithoutMaker
  /** A user profile as in its file; a bundled profile in file form. */
  textOf(id: string): Promise<RepositoryOutcome<string>>
  /** Adds or replaces a user profile; effective immediately. A learned model stays on probation. */
  save(text: string): Promise<RepositoryOutcome<{ readonly id: string }>>
  /** The same for a profile that was learned now: its probation begins. */
  saveLearned(text: string): Promise<RepositoryOutcome<{ readonly id: string }>>
  /** Changes the text of a user profile; no other change comes between reading and writing. */
  update(id: string, change: (text: string) => string): Promise<RepositoryOutcome<null>>
  /** Deletes a user profile; a bundled one it replaced becomes active again. */
  remove(id: string): Promise<RepositoryOutcome<null>>
  onChange(listener: () => void): () => void
}

/** Limits what a compromised page can add: every device is compared with every profile. */
export const maxUserProfiles = 200

const toProfileEntry = (profile: LockProfile, origin: ProfileEntry['origin']): ProfileEntry => ({
  id: profile.id,
  name: profile.name,
  origin,
  by: profile.read.by,
  vendorId: profile.match.vendorId,
  productId: profile.match.productId,
})

/** Opens the lock profiles of this computer: the bundled ones and those in `folder`, which may not exist yet. */
export const openProfileRepository = async (folder: string): Promise<ProfileRepository> => {
  let loaded = await loadProfiles(folder)
  const listeners = createEmitter<undefined>()
  const sequencer = createSequencer()

  const originOf = (id: string): ProfileEntry['origin'] => (loaded.files.has(id) ? 'user' : 'shipped')
  const known = (id: string) => loaded.profiles.find((profile) => profile.id === id)

  /**
   * A file with another profile is not overwritten, nor an invalid one, which a newer version of the app may have
   * written. Windows and macOS do not distinguish small and capital letters.
   */
  const freeName = (id: string): string => {
    const others = [...loaded.broken.map(({ file }) => file), ...loaded.files.values()]
    const taken = new Set(others.map((file) => file.toLowerCase()))
    const base = withoutDeviceName(id)
    for (let name = `${base}.json`, n = 2; ; name = `${base}.${n}.json`, n += 1) {
      if (!taken.has(name)) return name
    }
  }

  /** Runs changes one after the other and reloads the folder after each. */
  const changing = <Value>(
    change: () => Promise<RepositoryOutcome<Value>>,
  ): Promise<RepositoryOutcome<Value>> =>
    sequencer.queue(async () => {
      try {
        const outcome = await change()
        if (!outcome.ok) return outcome
        loaded = await loadProfiles(folder)
        listeners.emit(undefined)
        return outcome
      } catch (error) {
        return fail({
          code: 'not-saved' as const,
          message: messageOf(error),
        })
      }
    })

  const readFile = async (file: string): Promise<string> =>
    (await readText(join(folder, file))).replace(/^\ufeff/, '')

  const write = async (
    text: string,
    textToWrite: (profile: LockProfile) => string,
  ): Promise<RepositoryOutcome<{ readonly id: string }>> => {
    const parsed = parseProfile(text)
    if (!parsed.ok) return parsed
    const { id } = parsed.value
    if (!loaded.files.has(id) && loaded.files.size >= maxUserProfiles)
      return fail({ code: 'limit-reached', message: `at most ${maxUserProfiles} profiles` })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeDurably(join(folder, loaded.files.get(id) ?? freeName(id)), textToWrite(parsed.value))
    return succeed({ id })
  }

  return {
    get profiles() {
      return loaded.profiles
    },
    get facts() {
      return loaded.facts
    },
    get broken() {
      return loaded.broken
    },
    get files() {
      return loaded.files
    },
    entries: () => loaded.profiles.map((profile) => toProfileEntry(profile, originOf(profile.id))),
    check: (text) => {
      const parsed = parseProfile(text)
      if (!parsed.ok) return { ok: false, problems: parsed.error.problems }
      const { id, name } = parsed.value
      return {
        ok: true,
        id,
        name,
        sends: sendsData(parsed.value),
        replaces: known(id) === undefined ? null : originOf(id),
        isOnProbation: withLearnedField(text, parsed.value, loaded.profiles).isOnProbation,
      }
    },
    textOf: async (id) => {
      const profile = known(id)
      if (profile === undefined) return notFound('the profile')
      const file = loaded.files.get(id)
      if (file === undefined) return succeed(profileText(profile))
      try {
        return succeed(await readFile(file))
      } catch {
        return notFound('the profile')
      }
    },
    save: (text) =>
      changing(() => write(text, (profile) => withLearnedField(text, profile, loaded.profiles).text)),
    saveLearned: (text) => changing(() => write(text, () => text)),
    update: (id, change) =>
      changing(async () => {
        const file = loaded.files.get(id)
        if (file === undefined) return notFound('the profile')
        await writeDurably(join(folder, file), change(await readFile(file)))
        return succeed(null)
      }),
    remove: (id) =>
      changing(async () => {
        const file = loaded.files.get(id)
        if (file === undefined) return notFound('the profile')
        await rm(join(folder, file))
        await rm(lastGoodPath(join(folder, file)), { force: true })
        return succeed(null)
      }),
    onChange: listeners.add,
  }
}
