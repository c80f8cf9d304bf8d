import { messageOf } from '#shared/error-message'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { readBytes } from '../util/files/regular-file'
import { maxJoinFileBytes } from './database/join-file'

/** The content of a join file at a path that a person chose. */
export const readJoinBytes = async (
  path: string,
): Promise<Outcome<Uint8Array, Failure<'join-file-too-large' | 'join-file-unreadable'>>> => {
  try {
    return succeed(await readBytes(path, maxJoinFileBytes))
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_FS_FILE_TOO_LARGE'
    return fail({
      code: isTooLarge ? 'join-file-too-large' : 'join-file-unreadable',
      message: messageOf(error),
    })
  }
}
