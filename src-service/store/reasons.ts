const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** A connection to several addresses of one name fails with all their errors in one. */
const firstOf = (error: unknown): unknown =>
  error instanceof AggregateError && error.errors.length > 0 ? (error.errors[0] as unknown) : error

const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n')[0] ?? ''
}

/** What the codes of Node and of PostgreSQL mean for whoever runs the service, and what to do. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The database server does not take connections; start it, or check its address.',
  ENOENT: 'The database server is not there; start it, or check its address.',
  ENOTFOUND: 'The database server’s name is not known; check its address.',
  EAI_AGAIN: 'The database server’s name cannot be looked up; check the network.',
  ETIMEDOUT: 'The database server cannot be reached; check the network.',
  ECONNRESET: 'The database server closed the connection; it may be restarting.',
  '28000': 'The database server refuses the sign-in; check user and password.',
  '28P01': 'The database server refuses the sign-in; check user and password.',
  '3D000': 'There is no such database on the server; create it (createdb).',
  '42501': 'The user has no rights on this database; grant them (CREATE and USAGE on its schema).',
  '53300': 'The database server has no connection left; raise max_connections.',
  '57P01': 'The database server is shutting down.',
  '57P03': 'The database server is starting; it will be there in a moment.',
  '57014': 'The database took too long for a statement.',
}

/** Why the database does not do what it was asked, in one line without addresses of secrets. */
export const reasonOf = (thrown: unknown): string => {
  const error = firstOf(thrown)
  const code = codeOf(error)
  const known = words[code]
  if (known !== undefined) return `${known} (${code})`
  const message = messageOf(error)
  if (/timeout/i.test(message)) return 'The database does not answer; check that the server runs.'
  if (/terminated|ended|closed/i.test(message)) return 'The connection to the database broke off.'
  return `The database fails: ${message}`
}

const folderWords: Readonly<Record<string, string>> = {
  EACCES: 'there are no rights to write there; choose another with --data, or change its rights',
  EPERM: 'there are no rights to write there; choose another with --data, or change its rights',
  EROFS: 'it is on a read-only disk; choose another with --data',
  ENOSPC: 'the disk is full; make room, or choose another with --data',
  EDQUOT: 'the disk quota is used up; make room, or choose another with --data',
  ENOTDIR: 'there is a file where a folder should be; choose another with --data',
  EEXIST: 'there is a file where a folder should be; choose another with --data',
  ENAMETOOLONG: 'its name is too long; choose another with --data',
  ENOENT: 'it cannot be made there; choose another with --data',
}

/** Why `folder` cannot be used, in one line; null where the error is not about the folder. */
export const folderReason = (folder: string, error: unknown): string | null => {
  const reason = folderWords[codeOf(error)]
  return reason === undefined ? null : `The folder ${folder} cannot be used: ${reason}.`
}

/** Why the embedded store in `folder` does not open, in one line, and what to do. */
export const brokenStore = (folder: string, error: unknown): string =>
  folderReason(folder, error) ??
  `The store in ${folder} is broken and was left as it is (${messageOf(error)}); ` +
    `put back a copy of ${folder}/store, or move it away to begin with a new one.`
