import type { enterpriseCommands } from '#shared/bridge/enterprise-commands'
import { fail, notFound, succeed } from '#shared/outcome'
import type { PlatformSession } from '../platform-session/open-session'
import type { HandlersOf } from './ipc-router'
import { saving } from './outcomes'

/** Handlers of the enterprise list. */
export const createEnterpriseHandlers = ({
  enterpriseImports,
  platform: { directory, register },
  unfinishedWork,
}: PlatformSession): HandlersOf<typeof enterpriseCommands> => {
  const registeredIds = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)
  /** Loads only the lists of added enterprises; the others, possibly thousands, have not changed. */
  const readAddedEnterprises = async (before: readonly string[]) => {
    const known = new Set(before)
    const came = registeredIds().filter((id) => !known.has(id))
    if (came.length === 0) await directory.refreshAll()
    else await Promise.all(came.map((id) => directory.refresh(id)))
    return succeed(null)
  }
  const changeRegister = async (change: () => Promise<unknown>) => {
    const before = registeredIds()
    const saved = await saving(change)
    return saved.ok ? readAddedEnterprises(before) : saved
  }

  return {
    'enterprises/list': ({ from, limit }) => succeed(directory.registered(from, limit)),
    'enterprises/read': ({ enterpriseGlobalIds }) => succeed(directory.enterprises(enterpriseGlobalIds)),
    'enterprises/add': async (added) => {
      if (added.by === 'id') {
        const { enterpriseGlobalId, enterpriseName } = added
        const name = enterpriseName.trim()
        const enterprise = {
          enterpriseGlobalId: enterpriseGlobalId.trim(),
          enterpriseName: name === '' ? null : name,
          channelCode: null,
          channelCustomerId: null,
        }
        return changeRegister(() => register.add([enterprise]))
      }
      const before = registeredIds()
      const found = await register.addByChannel(added.channelCode.trim(), added.channelCustomerId.trim())
      if (!found.ok) return found
      if (found.value === 0) return notFound('a customer of this channel and number')
      return readAddedEnterprises(before)
    },
    'enterprises/remove': ({ enterpriseGlobalId }) =>
      changeRegister(async () => {
        await register.remove(enterpriseGlobalId)
        await unfinishedWork.forgetEnterprise(enterpriseGlobalId)
      }),
    'enterprises/refresh': async () => {
      await directory.refreshAll()
      return succeed(null)
    },
    'enterprises/import': ({ rows }) => {
      const started = enterpriseImports.start(rows)
      return started === null
        ? fail({ code: 'in-progress', message: 'another sheet of enterprises is being looked up' })
        : succeed(started)
    },
    'enterprises/import-read': ({ from, limit }) => succeed(enterpriseImports.read(from, limit)),
    'enterprises/import-control': ({ how }) => succeed(enterpriseImports[how]()),
  }
}
