import type { PlatformBranch } from '../util/folded-list'

/** This computer in its branch, as of the last reading. Once it has joined or left, what was read counts no more. */
export const createMembership = (branch: Pick<PlatformBranch, 'ready' | 'current'>) => {
  let computer: string | null = null
  const computerNow = (): string | null => branch.current()?.computer ?? null
  const isSame = (): boolean => computerNow() === computer
  return {
    /** Null without a branch. */
    computer: (): string | null => computer,
    isSame,
    /** Throws if the computer has joined or left while it waits, or why that is not known. */
    assertSame: async (): Promise<void> => {
      const before = computer
      await branch.ready()
      if (computerNow() !== before) throw new Error('the computer has joined or left its branch meanwhile')
    },
    renew: (): void => {
      computer = computerNow()
    },
  }
}
export type Membership = ReturnType<typeof createMembership>
