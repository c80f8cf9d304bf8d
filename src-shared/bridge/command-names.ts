import type { CommandName } from './commands'

/** Set by the build from the schemas (scripts/setup/command-names.mjs), so that the preload script loads no schemas. */
declare const __COMMAND_NAMES__: readonly CommandName[]

export const commandNames = __COMMAND_NAMES__
