import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrokenProfile, BrokenReason } from '#shared/model/locks/lock-profile'
import type { ProfileFacts } from '#shared/model/locks/plugged-lock'
import { genericSerialId, genericSerialName } from './generic-serial'
import { readText } from '../../util/files/regular-file'
import { lockProfileSchema } from './profile'
import type { LockProfile } from './profile'
import { maxProfileBytes, parseProfile, problemsMessage } from './profile-problems'
import trainingLock from '../../../resources/lock-profiles/training-lock.json'

/** Bundled profiles in the order they are tried. */
export const bundledProfiles: readonly LockProfile[] = [trainingLock].map((file) =>
  lockProfileSchema.parse(file),
)

export interface LoadedProfiles {
  /**
   * In the order they are tried: the user's by file name, then bundled ones without a user's profile of the
   * same ID.
   */
  readonly profiles: readonly LockProfile[]
  /** The same for the page, including USB serial number reading for enabled models. */
  readonly facts: readonly ProfileFacts[]
  readonly broken: readonly BrokenProfile[]
  /** The file of each user profile, by ID. */
  readonly files: ReadonlyMap<string, string>
}

const maxMessageLength = 500
const shortened = (message: string): string =>
  message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message

const brokenReasonText = (reason: BrokenReason): string => {
  switch (reason.kind) {
    case 'invalid':
      return shortened(problemsMessage(reason.problems))
    case 'too-large':
      return `longer than ${reason.maxBytes} bytes`
    case 'unreadable':
      return `cannot be read: ${reason.code}`
    case 'taken-id':
      return `another file has the id ${reason.id}`
  }
}
const brokenProfile = (file: string, reason: BrokenReason): BrokenProfile => ({
  file,
  reason,
  message: brokenReasonText(reason),
})

type FileRead = { readonly profile: LockProfile } | { readonly reason: BrokenReason }

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error)

const parseFile = (text: string): FileRead => {
  const parsed = parseProfile(text)
  return parsed.ok
    ? { profile: parsed.value }
    : { reason: { kind: 'invalid', problems: parsed.error.problems } }
}

const readProfile = async (path: string): Promise<FileRead> => {
  try {
    const { size } = await stat(path)
    if (size > maxProfileBytes) return { reason: { kind: 'too-large', maxBytes: maxProfileBytes } }
    return parseFile(await readText(path))
  } catch (error) {
    return { reason: { kind: 'unreadable', code: codeOf(error) } }
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
    // Most users have no own profiles and no folder.
    return {
      names: [],
      broken: code === 'ENOENT' ? [] : [brokenProfile(folder, { kind: 'unreadable', code })],
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
 * Loads the bundled profiles and `<user data>/lock-profiles/*.json`. User profiles come first; one with the ID
 * of a bundled profile replaces it. An invalid file is reported and does not affect others.
 */
export const loadProfiles = async (userFolder: string): Promise<LoadedProfiles> => {
  const { names, broken: brokenFolder } = await filesIn(userFolder)
  const broken: BrokenProfile[] = [...brokenFolder]
  const userProfiles = new Map<string, LockProfile>()
  const fileOf = new Map<string, string>()
  const files = await Promise.all(
    names.map(async (file) => ({ file, read: await readProfile(join(userFolder, file)) })),
  )
  for (const { file, read } of files) {
    if ('reason' in read) broken.push(brokenProfile(file, read.reason))
    else if (userProfiles.has(read.profile.id))
      broken.push(brokenProfile(file, { kind: 'taken-id', id: read.profile.id }))
    else {
      userProfiles.set(read.profile.id, read.profile)
      fileOf.set(read.profile.id, file)
    }
  }
  const bundled = bundledProfiles.filter(({ id }) => !userProfiles.has(id))
  return {
    profiles: [...userProfiles.values(), ...bundled],
    facts: [
      ...[...userProfiles.values()].map(factsOf('user')),
      ...bundled.map(factsOf('shipped')),
      { id: genericSerialId, name: genericSerialName, origin: 'shipped' },
    ],
    broken,
    files: fileOf,
  }
}
