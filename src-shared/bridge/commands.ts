import type { z } from 'zod'
import type { Outcome } from '../outcome'
import type { PlatformFailure } from '../model/api/platform-failure'
import type { OrderFailure } from '../model/changes/work-order'
import { appCommands } from './app-commands'
import { changeCommands } from './change-commands'
import type { Command } from './command'
import { connectCommands } from './connect-commands'
import { deviceCommands } from './device-commands'
import { diagnoseCommands } from './diagnose-commands'
import { draftCommands } from './draft-commands'
import { enterpriseCommands } from './enterprise-commands'
import { journalCommands } from './journal-commands'
import { learnCommands } from './learn-commands'
import { listCommands } from './list-commands'
import { loanCommands } from './loan-commands'
import { lockCommands } from './lock-commands'
import { queueCommands } from './queue-commands'
import { reviewCommands } from './review-commands'
import { setupCommands } from './setup-commands'
import { signatureCommands } from './signature-commands'
import { stocktakeCommands } from './stocktake-commands'
import { updateCommands } from './update-commands'
import { viewCommands } from './view-commands'
import { workOrderCommands } from './work-order-commands'

/** All commands that the page may send. The preload script only contains their names (command-names.ts). */
export const commands = {
  ...connectCommands,
  ...deviceCommands,
  ...diagnoseCommands,
  ...draftCommands,
  ...journalCommands,
  ...learnCommands,
  ...listCommands,
  ...loanCommands,
  ...queueCommands,
  ...reviewCommands,
  ...setupCommands,
  ...signatureCommands,
  ...stocktakeCommands,
  ...updateCommands,
  ...viewCommands,
  ...workOrderCommands,
  ...appCommands,
  ...lockCommands,
  ...changeCommands,
  ...enterpriseCommands,
}

export type CommandName = keyof typeof commands

/** The input type for callers: readonly, unlike the types inferred from the schemas. */
export type DeepReadonly<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | bigint | null | undefined | Uint8Array
    ? Value
    : { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }

export type CommandInput<Name extends CommandName> = z.infer<(typeof commands)[Name]['input']>
export type CommandValue<Name extends CommandName> =
  (typeof commands)[Name] extends Command<z.ZodType, infer Value> ? Value : never

export type CommandFailure =
  | PlatformFailure
  | OrderFailure
  | {
      /**
       * `refused-sender`: not called by the app's own page · `invalid-input`: does not match the command's
       * schema · `not-found`: the named item no longer exists · `not-saved`: writing failed · `restore-unfinished`: the
       * next start completes the restore · `limit-reached`: no more can be added · `own-folder`: the
       * folder belongs to the app · `not-confirmed`: declined in the system dialog · `too-early`: the result is
       * not certain yet · `in-progress`: the same change, or another one of the same lock, has no result yet ·
       * `switching`: the platform is being switched ·
       * `not-allowed`: the organization's policy forbids it · `work-order-required`: that policy asks for a signed work
       * order · `changes-limited`: it allows no more changes for ten minutes · `policy-unreadable`: that policy cannot be read · `internal`: an unexpected error, see the log.
       */
      readonly code:
        | 'refused-sender'
        | 'invalid-input'
        | 'not-found'
        | 'not-saved'
        | 'restore-unfinished'
        | 'limit-reached'
        | 'own-folder'
        | 'not-confirmed'
        | 'too-early'
        | 'in-progress'
        | 'switching'
        | 'not-allowed'
        | 'work-order-required'
        | 'changes-limited'
        | 'policy-unreadable'
        | 'internal'
      readonly message: string
    }

export type CommandOutcome<Name extends CommandName> = Outcome<CommandValue<Name>, CommandFailure>
