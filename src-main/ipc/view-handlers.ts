import type { viewCommands } from '#shared/bridge/view-commands'
import { succeed } from '#shared/outcome'
import type { PlatformSession } from '../platform-session/open-session'
import type { HandlersOf } from './ipc-router'
import { withFileErrors } from './outcomes'

/** Handlers of the saved views. */
export const createViewHandlers = ({
  savedViews,
}: Pick<PlatformSession, 'savedViews'>): HandlersOf<typeof viewCommands> => ({
  'views/list': () => succeed(savedViews.list()),
  'views/save': ({ page, name, state }) =>
    withFileErrors('not-saved', () => savedViews.save(page, name, state)),
  'views/rename': ({ page, name, to }) =>
    withFileErrors('not-saved', () => savedViews.rename(page, name, to)),
  'views/delete': ({ page, name }) => withFileErrors('not-saved', () => savedViews.delete(page, name)),
  'views/set-default': ({ page, name }) =>
    withFileErrors('not-saved', () => savedViews.setDefault(page, name)),
  'views/keep-last': ({ page, state }) => withFileErrors('not-saved', () => savedViews.keepLast(page, state)),
})
