import { succeed } from '#shared/outcome'
import type { SettleCommands } from '#shared/settle-commands'
import type { Unsettled } from '../desk/unsettled'
import type { CommandHandlers } from './registrar'

export const createSettleHandlers = (unsettled: Unsettled): Pick<CommandHandlers, keyof SettleCommands> => ({
  'changes/to-settle': () => succeed(unsettled.list()),
  'changes/look-up': async ({ entryIds }) => succeed(await unsettled.lookUp(entryIds)),
  'changes/settle-by-hand': (said) => unsettled.byHand(said),
})
