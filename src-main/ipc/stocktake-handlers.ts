import type { stocktakeCommands } from '#shared/bridge/stocktake-commands'
import { succeed } from '#shared/outcome'
import type { PlatformSession } from '../platform-session/open-session'
import type { HandlersOf } from './ipc-router'

/** Handlers of the stocktakes. */
export const createStocktakeHandlers = ({
  stocktakes,
}: Pick<PlatformSession, 'stocktakes'>): HandlersOf<typeof stocktakeCommands> => ({
  'stocktakes/list': async () => succeed(await stocktakes.list()),
  'stocktakes/start': (input) => stocktakes.start(input),
  'stocktakes/read': (input) => stocktakes.read(input),
  'stocktakes/count': (input) => stocktakes.count(input),
  'stocktakes/undo': (input) => stocktakes.undo(input),
  'stocktakes/count-plugged': (input) => {
    stocktakes.countPlugged(input)
    return succeed(null)
  },
  'stocktakes/end': (input) => stocktakes.end(input),
})
