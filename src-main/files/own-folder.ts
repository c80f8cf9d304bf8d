import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const identityOf = async (path: string): Promise<string | null> => {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found === null ? null : `${found.dev} ${found.ino}`
}

/** Of what is not there yet, the nearest folder that is. */
const standing = async (path: string): Promise<string> => {
  const real = await realpath(path).catch(() => null)
  if (real !== null) return real
  const above = dirname(path)
  return above === path ? path : standing(above)
}

/**
 * Whether a file at `path` would lie in `folder`, at any depth. Folders are told by what the file system knows them by
 * and not by their names, which links, letter case and mounts make several of.
 */
export const isWithin = async (folder: string, path: string): Promise<boolean> => {
  const own = await identityOf(folder)
  if (own === null) return false
  for (let place = await standing(dirname(path)); ; place = dirname(place)) {
    if ((await identityOf(place)) === own) return true
    if (dirname(place) === place) return false
  }
}
