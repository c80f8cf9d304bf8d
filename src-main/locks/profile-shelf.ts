import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProfileCheck, ProfileEntry } from '#shared/model/lock-profile'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { lastGoodOf, writeDurably } from '../files/durable'
import { createListeners } from '../listeners'
import { writeProfile } from './profile'
import type { LockProfile } from './profile'
import { parseProfile } from './profile-problems'
import { loadProfiles } from './profiles'
import type { LoadedProfiles } from './profiles'
import { sendsSomething } from './try-profile'

type ShelfOutcome<Value> = Outcome<Value, Failure<'not-found' | 'not-saved' | 'not-a-profile'>>

/** The profiles in effect; what it says of them is always what holds now. */
export interface ProfileShelf extends LoadedProfiles {
  /** In the order they are tried. */
  entries(): readonly ProfileEntry[]
  check(text: string): ProfileCheck
  /** A user's profile as its file has it, a shipped one as a file would. */
  textOf(id: string): Promise<ShelfOutcome<string>>
  /** Puts a profile among the user's, in the place of one with the same id; it holds at once. */
  save(text: string): Promise<ShelfOutcome<{ readonly id: string }>>
  /** Takes one of the user's away; a shipped one that it replaced holds again. */
  remove(id: string): Promise<ShelfOutcome<null>>
  onChange(listener: () => void): () => void
}

const entryOf = (profile: LockProfile, origin: ProfileEntry['origin']): ProfileEntry => ({
  id: profile.id,
  name: profile.name,
  origin,
  by: profile.read.by,
  vendorId: profile.match.vendorId,
  productId: profile.match.productId,
})

const notFound = fail({ code: 'not-found' as const, message: 'There is no such profile any more.' })

const fileText = (profile: LockProfile): string => `${JSON.stringify(writeProfile(profile), null, 2)}\n`

/** The lock profiles of this computer: those shipped and those in `folder`, which need not be there yet. */
export const openProfileShelf = async (folder: string): Promise<ProfileShelf> => {
  let loaded = await loadProfiles(folder)
  const listeners = createListeners<undefined>()
  let turn: Promise<unknown> = Promise.resolve()

  const originOf = (id: string): ProfileEntry['origin'] => (loaded.files.has(id) ? 'user' : 'shipped')
  const known = (id: string) => loaded.profiles.find((profile) => profile.id === id)

  /** A file that could not be taken, a later version's above all, is not written over. */
  const freeName = (id: string): string => {
    const taken = new Set(loaded.broken.map(({ file }) => file.toLowerCase()))
    for (let name = `${id}.json`, n = 2; ; name = `${id}.${n}.json`, n += 1) {
      if (!taken.has(name)) return name
    }
  }

  /** One change after the other, each followed by a look at what the folder holds now. */
  const changing = <Value>(change: () => Promise<ShelfOutcome<Value>>): Promise<ShelfOutcome<Value>> => {
    const done = turn.then(async () => {
      try {
        const outcome = await change()
        if (!outcome.ok) return outcome
        loaded = await loadProfiles(folder)
        listeners.tell(undefined)
        return outcome
      } catch (error) {
        return fail({
          code: 'not-saved' as const,
          message: error instanceof Error ? error.message : 'unknown',
        })
      }
    })
    turn = done
    return done
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
    entries: () => loaded.profiles.map((profile) => entryOf(profile, originOf(profile.id))),
    check: (text) => {
      const parsed = parseProfile(text)
      if (!parsed.ok) return { ok: false, problems: parsed.error.problems }
      const { id, name } = parsed.value
      return {
        ok: true,
        id,
        name,
        sends: sendsSomething(parsed.value),
        replaces: known(id) === undefined ? null : originOf(id),
      }
    },
    textOf: async (id) => {
      const profile = known(id)
      if (profile === undefined) return notFound
      const file = loaded.files.get(id)
      if (file === undefined) return succeed(fileText(profile))
      try {
        return succeed((await readFile(join(folder, file), 'utf8')).replace(/^\ufeff/, ''))
      } catch {
        return notFound
      }
    },
    save: (text) =>
      changing(async () => {
        const parsed = parseProfile(text)
        if (!parsed.ok) return parsed
        const { id } = parsed.value
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeDurably(join(folder, loaded.files.get(id) ?? freeName(id)), text)
        return succeed({ id })
      }),
    remove: (id) =>
      changing(async () => {
        const file = loaded.files.get(id)
        if (file === undefined) return notFound
        await rm(join(folder, file))
        await rm(lastGoodOf(join(folder, file)), { force: true })
        return succeed(null)
      }),
    onChange: listeners.add,
  }
}
