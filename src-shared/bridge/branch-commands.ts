import { z } from 'zod'
import type { BranchMember, BranchView, JoinOffer, PresetBranchView } from '../model/branch/branch-view'
import { command, nonEmptyText, noInput } from './command'

/** Commands about the branch of this computer. The page never has a join file's content: it holds a password. */
export const branchCommands = {
  /** Null in no branch. */
  'branch/read': command(noInput).returns<BranchView | null>(),
  /** Null if the person at the computer decides. */
  'branch/preset': command(noInput).returns<PresetBranchView | null>(),
  /** Lets the person choose a join file in a system dialog, and keeps it until it is used or closed; null if canceled. */
  'branch/open-file': command(noInput).returns<JoinOffer | null>(),
  'branch/close-file': command(noInput).returns<null>(),
  /** Joins with the file that was opened. */
  'branch/join': command(z.strictObject({ id: nonEmptyText })).returns<BranchView>(),
  /** Asks in a system dialog first. What is known stays on this computer. */
  'branch/leave': command(noInput).returns<null>(),
  /** Connects at once instead of after the pause. */
  'branch/retry': command(noInput).returns<null>(),
  /** Asks the database. */
  'branch/computers': command(noInput).returns<readonly BranchMember[]>(),
}
