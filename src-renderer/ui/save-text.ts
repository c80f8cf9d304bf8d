import type { CommandInput, CommandOutcome } from '#shared/commands'
import { command } from '../bridge'

/** Asks where to, in the system's dialog, and writes a text there; null where the person thought better of it. */
export const saveText = (
  name: string,
  kind: CommandInput<'files/save'>['kind'],
  text: string,
): Promise<CommandOutcome<'files/save'>> =>
  command('files/save', { name, kind, bytes: new TextEncoder().encode(text) })
