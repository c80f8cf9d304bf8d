import type { CommandInput, CommandOutcome } from '#shared/bridge/commands'
import { messageOf } from '#shared/error-message'
import { fail } from '#shared/outcome'
import { command } from '../bridge'
import { reportPageError } from '../error-reports'

type Saved = CommandInput<'files/save'>

/**
 * Opens the system's save dialog and writes the text from `make` to the chosen file; null if canceled. Never
 * throws: an error in `make` is returned as a failure, like a write error.
 */
export const saveGenerated = async (
  name: string,
  kind: Saved['kind'],
  make: () => Saved['bytes'] | Promise<Saved['bytes']>,
): Promise<CommandOutcome<'files/save'>> => {
  let bytes: Saved['bytes']
  try {
    bytes = await make()
  } catch (error) {
    reportPageError('handled', error)
    return fail({ code: 'internal', message: messageOf(error) })
  }
  return command('files/save', { name, kind, bytes })
}

export const saveText = (
  name: string,
  kind: Saved['kind'],
  text: string,
): Promise<CommandOutcome<'files/save'>> => saveGenerated(name, kind, () => new TextEncoder().encode(text))
