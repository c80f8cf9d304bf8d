import type { z } from 'zod'
import type { DomainFailure } from '../model/failure'
import type { Failure, Outcome } from '../outcome'
import { appCommands } from './app-commands'
import { branchCommands } from './branch-commands'
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
  ...branchCommands,
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

/**
 * `refused-sender`: not called by the app's own page · `invalid-input`: does not match the command's schema ·
 * `switching`: the platform is being switched.
 */
type BridgeFailure = Failure<'refused-sender' | 'invalid-input' | 'switching'>

export type CommandFailure = DomainFailure | BridgeFailure

export type CommandOutcome<Name extends CommandName> = Outcome<CommandValue<Name>, CommandFailure>
