import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrokenProfile, ProfileFacts } from '#shared/model/plugged-lock'
import { genericSerialId, genericSerialName } from './generic-serial'
import { lockProfileSchema } from './profile'
import type { LockProfile } from './profile'
import { longestProfile, parseProfile } from './profile-problems'
import trainingLock from '../../resources/lock-profiles/training-lock.json'

/** Profiles that come with the app, in the order they are tried. They are parts of the bundle. */
export const shippedProfiles: readonly LockProfile[] = [trainingLock].map((file) =>
  lockProfileSchema.parse(file),
)

export interface LoadedProfiles {
  /** In the order they are tried: the user's by file name, then those shipped that the user's do not replace. */
  readonly profiles: readonly LockProfile[]
  /** The same for the screens, with the reading by USB serial number that a person may enable for a model. */
  readonly facts: readonly ProfileFacts[]
  readonly broken: readonly BrokenProfile[]
  /** The file of each of the user's, by the profile's id. */
  readonly files: ReadonlyMap<string, string>
}

const longestProblem = 500
const shortened = (problem: string): string =>
  problem.length > longestProblem ? `${problem.slice(0, longestProblem)}…` : problem

type FileRead = { readonly profile: LockProfile } | { readonly problem: string }

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error)

const parse = (text: string): FileRead => {
  const parsed = parseProfile(text)
  return parsed.ok ? { profile: parsed.value } : { problem: shortened(parsed.error.message) }
}

const readProfile = async (path: string): Promise<FileRead> => {
  try {
    const { size } = await stat(path)
    if (size > longestProfile) return { problem: `longer than ${longestProfile} bytes` }
    return parse(await readFile(path, 'utf8'))
  } catch (error) {
    return { problem: `cannot be read: ${codeOf(error)}` }
  }
}

const filesIn = async (
  folder: string,
): Promise<{ names: readonly string[]; broken: readonly BrokenProfile[] }> => {
  try {
    const names = await readdir(folder)
    return { names: names.filter((name) => name.toLowerCase().endsWith('.json')).sort(), broken: [] }
  } catch (error) {
    const code = codeOf(error)
    // No folder is the ordinary case: the person has no profiles of their own.
    return {
      names: [],
      broken: code === 'ENOENT' ? [] : [{ file: folder, problem: `cannot be read: ${code}` }],
    }
  }
}

const factsOf =
  (origin: ProfileFacts['origin']) =>
  (profile: LockProfile): ProfileFacts => ({
    id: profile.id,
    name: profile.name,
    origin,
  })

/**
 * The profiles shipped and those in `<user data>/lock-profiles/*.json`. A user's profile is tried before the shipped
 * ones, and one with the same id replaces it. A file that cannot be taken is named with its problem; it hides no other.
 */
export const loadProfiles = async (userFolder: string): Promise<LoadedProfiles> => {
  const { names, broken: brokenFolder } = await filesIn(userFolder)
  const broken: BrokenProfile[] = [...brokenFolder]
  const own = new Map<string, LockProfile>()
  const fileOf = new Map<string, string>()
  const files = await Promise.all(
    names.map(async (file) => ({ file, read: await readProfile(join(userFolder, file)) })),
  )
  for (const { file, read } of files) {
    if ('problem' in read) broken.push({ file, problem: read.problem })
    else if (own.has(read.profile.id))
      broken.push({ file, problem: `another file has the id ${read.profile.id}` })
    else {
      own.set(read.profile.id, read.profile)
      fileOf.set(read.profile.id, file)
    }
  }
  const kept = shippedProfiles.filter(({ id }) => !own.has(id))
  return {
    profiles: [...own.values(), ...kept],
    facts: [
      ...[...own.values()].map(factsOf('user')),
      ...kept.map(factsOf('shipped')),
      { id: genericSerialId, name: genericSerialName, origin: 'shipped' },
    ],
    broken,
    files: fileOf,
  }
}
