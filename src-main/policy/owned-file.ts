import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What is needed of `lstat`. */
export interface FileOwner {
  readonly uid: number
  readonly mode: number
}

const othersMayWrite = 0o022

const ownerProblem = ({ uid, mode }: FileOwner, trusted: (uid: number) => boolean): string | null => {
  if (!trusted(uid)) return 'is not owned by root'
  return (mode & othersMayWrite) === 0 ? null : 'can be changed by other users'
}

/**
 * Whether the file exists. Throws if it or its folder could have been written by an ordinary user: such a file is not
 * the organization's.
 */
export const hasOwnedFile = async (
  path: string,
  trusted: (uid: number) => boolean = (uid) => uid === 0,
): Promise<boolean> => {
  const stat = await lstat(path).catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new Error(`cannot be read: ${code}`)
  })
  if (stat === null) return false
  if (!stat.isFile()) throw new Error('is not a regular file')
  const problem = ownerProblem(stat, trusted)
  if (problem !== null) throw new Error(problem)
  const folderProblem = ownerProblem(await lstat(dirname(path)), trusted)
  if (folderProblem !== null) throw new Error(`is in a folder that ${folderProblem}`)
  return true
}
