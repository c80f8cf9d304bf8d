import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const fileIdentity = async (path: string): Promise<string | null> => {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found === null ? null : `${found.dev} ${found.ino}`
}

/** The nearest existing folder of a path. */
const nearestExisting = async (path: string): Promise<string> => {
  const real = await realpath(path).catch(() => null)
  if (real !== null) return real
  const above = dirname(path)
  return above === path ? path : nearestExisting(above)
}

/**
 * Whether a file at `path` would be inside `folder`, at any depth. Compares file system identities, because
 * links, letter case and mounts give one folder several names.
 */
export const isWithin = async (folder: string, path: string): Promise<boolean> => {
  const identity = await fileIdentity(folder)
  if (identity === null) return false
  for (let place = await nearestExisting(dirname(path)); ; place = dirname(place)) {
    if ((await fileIdentity(place)) === identity) return true
    if (dirname(place) === place) return false
  }
}
