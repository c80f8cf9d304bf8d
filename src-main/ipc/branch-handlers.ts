import { randomUUID } from 'node:crypto'
import type { branchCommands } from '#shared/bridge/branch-commands'
import { fail, succeed } from '#shared/outcome'
import { readJoinFile } from '../branch/database/join-file'
import { describeBranch, describeOffer, memberOf } from '../branch/describe-branch'
import { readJoinBytes } from '../branch/read-join-bytes'
import type { AppContext } from '../platform-session/app-context'
import type { HandlersOf } from './ipc-router'

/** Handlers of the branch of this computer. */
export const createBranchHandlers = ({
  branch,
  desktop: { chooseFile },
}: Pick<AppContext, 'branch'> & {
  readonly desktop: Pick<AppContext['desktop'], 'chooseFile'>
}): HandlersOf<typeof branchCommands> => {
  /** The file that was opened last. It holds a password and stays here. */
  let offered: { readonly id: string; readonly bytes: Uint8Array } | null = null
  const view = () => {
    const joined = branch.view()
    return joined === null ? null : describeBranch(joined)
  }

  return {
    'branch/read': () => succeed(view()),
    'branch/preset': () => succeed(branch.preset()),
    'branch/open-file': async () => {
      if (branch.preset() !== null)
        return fail({ code: 'branch-managed', message: 'the policy decides the branch of this computer' })
      if (branch.view() !== null)
        return fail({ code: 'already-joined', message: 'this computer is in a branch' })
      const path = await chooseFile.toOpen('branch')
      if (path === null) return succeed(null)
      const bytes = await readJoinBytes(path)
      if (!bytes.ok) return bytes
      const read = readJoinFile(bytes.value)
      if (!read.ok) return read
      const id = randomUUID()
      offered = { id, bytes: bytes.value }
      return succeed(describeOffer(id, read.value))
    },
    'branch/close-file': () => {
      offered = null
      return succeed(null)
    },
    'branch/join': async ({ id }) => {
      if (offered?.id !== id) return fail({ code: 'not-found', message: 'the join file is not open' })
      const joined = await branch.join(offered.bytes)
      if (!joined.ok) return joined
      offered = null
      const now = view()
      return now === null
        ? fail({ code: 'not-joined', message: 'the branch was left meanwhile' })
        : succeed(now)
    },
    'branch/leave': async () => {
      const left = await branch.leave()
      return left.ok ? succeed(null) : left
    },
    'branch/retry': () => {
      branch.retry()
      return succeed(null)
    },
    'branch/computers': async () => {
      const computers = await branch.computers()
      if (!computers.ok) return computers
      return succeed(computers.value.map(memberOf(branch.view()?.access.computer.id ?? '')))
    },
  }
}
