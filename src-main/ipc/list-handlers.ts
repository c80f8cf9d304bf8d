import type { listCommands } from '#shared/bridge/list-commands'
import { fail, succeed } from '#shared/outcome'
import type { ConnectedPlatform } from '../platform-session/connect-platform'
import type { HandlersOf } from './ipc-router'

/** Handlers of the long lists: assets, employees and a channel's customers. */
export const createListHandlers = ({
  platform: {
    monitor: { client },
    directory,
    employees,
  },
}: {
  readonly platform: Pick<ConnectedPlatform, 'directory' | 'employees'> & {
    readonly monitor: Pick<ConnectedPlatform['monitor'], 'client'>
  }
}): HandlersOf<typeof listCommands> => ({
  'assets/list': ({ enterpriseGlobalId, from, limit }) =>
    succeed(directory.list(enterpriseGlobalId, from, limit)),
  'assets/find': async ({ text, limit }) => succeed(await directory.search(text, limit)),
  'assets/refresh': async ({ enterpriseGlobalId }) => {
    if (enterpriseGlobalId === null) {
      await directory.refreshAll()
      const failed = directory.enterprises().find(({ failure }) => failure !== null)
      return failed?.failure == null ? succeed(null) : fail(failed.failure)
    }
    const failure = await directory.refresh(enterpriseGlobalId)
    return failure === null ? succeed(null) : fail(failure)
  },
  'assets/with-extension': async ({ enterpriseGlobalId, extendCode }) => {
    const answer = await client.call('order.listAssets', {
      path: { enterpriseGlobalId },
      query: { extendCode },
    })
    if (!answer.ok) return answer
    return succeed(answer.value.flatMap(({ assetNum }) => (assetNum === null ? [] : [assetNum])))
  },
  'employees/list': ({ enterpriseGlobalId, from, limit }) =>
    succeed(employees.list(enterpriseGlobalId, from, limit)),
  'employees/refresh': ({ enterpriseGlobalId }) => {
    void employees.refresh(enterpriseGlobalId)
    return succeed(null)
  },
  'employees/find': (input) => employees.find(input),
  'customers/query': async ({ channelCode, channelCustomerId, defaultCustomer }) => {
    const answer = await client.call('order.queryCustomers', {
      query: { channelCode, channelCustomerId, defaultCustomer },
    })
    if (!answer.ok) return answer
    return succeed(
      answer.value.map((row) => ({
        customerId: row.customerId,
        channelCode: row.channelCode,
        channelCustomerId: row.channelCustomerId,
        enterpriseGlobalId: row.enterpriseGlobalId,
        enterpriseName: row.enterpriseName,
        isDefault: row.isDefault,
      })),
    )
  },
})
