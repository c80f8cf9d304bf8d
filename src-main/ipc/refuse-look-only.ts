import type { CommandName, commands } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import { lookOnly } from '#shared/outcome'

/** Refuses the commands that the table marks as changing while the open platform is look only. */
export const refuseLookOnly =
  (schemas: typeof commands, isLookOnly: () => boolean) =>
  (name: CommandName): DomainFailure | null =>
    'isChange' in schemas[name] && isLookOnly() ? lookOnly().error : null
