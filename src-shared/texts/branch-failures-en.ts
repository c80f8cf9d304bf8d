/** Why a branch cannot be joined, reached or left, and the next step. */
export const branchFailure = {
  'database-unreachable': {
    what: 'Couldn’t reach the database of the branch.',
    next: 'Check the network and that the server runs, then try again.',
  },
  'database-timeout': {
    what: 'The database of the branch did not respond in time.',
    next: 'Try again. If it stays, ask the administrator to end sessions that wait.',
  },
  'tls-missing': {
    what: 'The database server has no TLS, so nothing was sent to it.',
    next: 'Ask the administrator to switch on TLS (ssl = on).',
  },
  'tls-not-verified': {
    what: 'The certificate of the database server could not be verified.',
    next: 'Ask the administrator to check its certificate, or for a new join file.',
  },
  'access-refused': {
    what: 'The database rejected this role or its password.',
    next: 'Ask the administrator whether the computer was removed, and for a new join file.',
  },
  'database-missing': {
    what: 'The server has no database with this name.',
    next: 'Ask the administrator for a new join file.',
  },
  'database-read-only': {
    what: 'The database can only be read now.',
    next: 'Ask the administrator. What is not shared yet stays on this computer.',
  },
  'database-full': {
    what: 'The database server has no free space.',
    next: 'Ask the administrator. What is not shared yet stays on this computer.',
  },
  'database-busy': {
    what: 'The database has too many connections.',
    next: 'Try again later, or ask the administrator for more connections.',
  },
  'right-missing': {
    what: 'The role does not have the rights for this.',
    next: 'Ask the administrator for a new join file.',
  },
  'not-a-branch': {
    what: 'The database has no branch.',
    next: 'Ask the administrator whether it was restored, or for a new join file.',
  },
  'branch-newer': {
    what: 'A newer version of Lock Desk made the branch.',
    next: 'Update Lock Desk.',
  },
  'other-branch': {
    what: 'The database has another branch than the join file.',
    next: 'Ask the administrator for a new join file.',
  },
  'not-a-computer': {
    what: 'This computer is not in the branch.',
    next: 'Ask the administrator for a new join file.',
  },
  'other-key': {
    what: 'The join file was used on another computer.',
    next: 'Each computer needs its own. Ask the administrator for a new join file.',
  },
  'computer-copied': {
    what: 'Another computer shares under the name of this one. The data folder was copied or restored.',
    next: 'Leave the branch here, then join with a new join file.',
  },
  'database-failed': {
    what: 'The database reported an error.',
    next: 'Ask the administrator to look into the server’s log.',
  },
  'join-file-unreadable': {
    what: 'Couldn’t read the join file.',
    next: 'Check its path and permissions.',
  },
  'join-file-too-large': {
    what: 'The file is too large for a join file.',
    next: 'Choose another file.',
  },
  'not-a-join-file': {
    what: 'The file is no join file.',
    next: 'Choose the file that the administrator made for this computer.',
  },
  'join-file-newer': {
    what: 'A newer version of Lock Desk made the join file.',
    next: 'Update Lock Desk.',
  },
  'join-file-damaged': {
    what: 'The join file is damaged or was changed.',
    next: 'Do not use it. Ask the administrator for a new one.',
  },
  'already-joined': {
    what: 'This computer is in a branch already.',
    next: 'Leave it first.',
  },
  'not-joined': {
    what: 'This computer is in no branch.',
    next: 'Join one with a join file.',
  },
  'join-file-used': {
    what: 'The join file was used before.',
    next: 'Ask the administrator to remove the computer and to add it again.',
  },
  'branch-managed': {
    what: 'Your organization decides the branch of this computer.',
    next: 'Ask your IT department.',
  },
  'clock-differs': {
    what: 'The clocks of this computer and of the database differ by more than five minutes.',
    next: 'Set the clock that is wrong. Sharing goes on.',
  },
  'password-not-storable': {
    what: 'Couldn’t store the password of the branch.',
    next: 'Unlock the system keychain, or set a passphrase in Settings > Saved credentials.',
  },
  'password-not-readable': {
    what: 'Couldn’t read the password of the branch.',
    next: 'Unlock it in Settings > Saved credentials.',
  },
  'branch-not-saved': {
    what: 'Couldn’t save the branch on this computer.',
    next: 'Check free space and the data folder, then try again.',
  },
}
