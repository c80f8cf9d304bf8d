import { messageOf } from '#shared/error-message'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** If a host name has several addresses, the error contains one error for each. */
const firstOf = (error: unknown): unknown =>
  error instanceof AggregateError && error.errors.length > 0 ? (error.errors[0] as unknown) : error

const firstLineOf = (error: unknown): string => messageOf(error).split('\n')[0] ?? ''

/** Reason and next step for the administrator, by the codes of Node and PostgreSQL. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The database server refused the connection. Start it or check its address.',
  ENOENT: 'The database server was not found. Start it or check its address.',
  ENOTFOUND: 'The name of the database server was not found. Check its address.',
  EAI_AGAIN: 'The name of the database server could not be resolved. Check the network.',
  ETIMEDOUT: 'The database server cannot be reached. Check the network.',
  ECONNRESET: 'The database server closed the connection. It may be restarting; try again.',
  '28000': 'The database server rejected the sign-in. Check user and password.',
  '28P01': 'The database server rejected the sign-in. Check user and password.',
  '3D000': 'The database does not exist on the server. Create it (createdb).',
  '42501': 'The user has no permission for this database. Grant CREATE and USAGE on its schema.',
  '53300': 'The database server has no free connections. Increase max_connections.',
  '57P01': 'The database server is shutting down. Start it again.',
  '57P03': 'The database server is starting. Try again in a moment.',
  '57014': 'The database canceled a statement that took too long. Try again.',
}

/** A one-line reason for a database failure, without addresses or secrets. */
export const reasonOf = (thrown: unknown): string => {
  const error = firstOf(thrown)
  const code = codeOf(error)
  const known = reasons[code]
  if (known !== undefined) return `${known} (${code})`
  const message = firstLineOf(error)
  if (/timeout/i.test(message)) return 'The database does not respond. Check that the server is running.'
  if (/terminated|ended|closed/i.test(message))
    return 'The connection to the database was closed. Check that the server is running.'
  return `The database failed: ${message}`
}

const folderReasons: Readonly<Record<string, string>> = {
  EACCES: 'no write permission. Change its permissions, or choose another folder with --data',
  EPERM: 'no write permission. Change its permissions, or choose another folder with --data',
  EROFS: 'the disk is read-only. Choose another folder with --data',
  ENOSPC: 'the disk is full. Free some space, or choose another folder with --data',
  EDQUOT: 'the disk quota is reached. Free some space, or choose another folder with --data',
  ENOTDIR: 'the path contains a file in place of a folder. Choose another folder with --data',
  EEXIST: 'the path contains a file in place of a folder. Choose another folder with --data',
  ENAMETOOLONG: 'the name is too long. Choose another folder with --data',
  ENOENT: 'it cannot be created. Choose another folder with --data',
}

/** A one-line reason why `folder` is unusable; null if the error has another cause. */
export const folderReason = (folder: string, error: unknown): string | null => {
  const reason = folderReasons[codeOf(error)]
  return reason === undefined ? null : `Cannot use the folder ${folder}: ${reason}.`
}

/** A one-line reason why the embedded store in `folder` does not open, with the next step. */
export const storeFailureReason = (folder: string, error: unknown): string =>
  folderReason(folder, error) ??
  `The store in ${folder} cannot be opened and was not changed (${firstLineOf(error)}). ` +
    `Restore a backup of ${folder}/store, or move it away to create a new one.`
