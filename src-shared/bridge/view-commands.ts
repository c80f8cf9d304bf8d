import { z } from 'zod'
import type { AllViews } from '../model/app/saved-view'
import { viewName, viewPage, viewState } from '../model/app/saved-view-schema'
import { command, noInput } from './command'

/** Commands about saved views of the open platform. Each returns all views as they are then. */
export const viewCommands = {
  'views/list': command(noInput).returns<AllViews>(),
  /** Replaces the view of this name. `limit-reached`: the page has too many. */
  'views/save': command(
    z.strictObject({ page: viewPage, name: viewName, state: viewState }),
  ).returns<AllViews>(),
  /** `not-saved`: another view has the new name. */
  'views/rename': command(
    z.strictObject({ page: viewPage, name: viewName, to: viewName }),
  ).returns<AllViews>(),
  'views/delete': command(z.strictObject({ page: viewPage, name: viewName })).returns<AllViews>(),
  /** The view that the page has after a start; null for none. */
  'views/set-default': command(
    z.strictObject({ page: viewPage, name: viewName.nullable() }),
  ).returns<AllViews>(),
  /** The state that the page has after a start without a default view. */
  'views/keep-last': command(z.strictObject({ page: viewPage, state: viewState })).returns<AllViews>(),
}
