import type { AppDescription, CommandFailure } from '#shared/commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { Desk } from '../desk/desk'
import type { Loans } from '../desk/loans/loans'
import type { Outbox } from '../desk/outbox'
import type { OrderDrafts } from '../drafts/order-drafts'
import type { JsonFile } from '../files/json-file'
import type { LockSource } from '../locks/lock-source'
import type { LoadedProfiles } from '../locks/profiles'
import type { TrainingTray } from '../locks/training-tray'
import type { Notices } from '../notices/notices'
import type { Monitor } from '../platform/monitor'
import type { People } from '../register/people'
import type { Records } from '../register/records'
import type { Register } from '../register/register'
import { withModel, withoutModel } from '../settings/enabled-models'
import type { EnabledModelsContent } from '../settings/enabled-models'
import type { SettingsStore } from '../settings/settings'
import type { CopyText } from '../window/copy-text'
import type { CloseGuard } from '../window/close-guard'
import type { PrintPage } from '../window/print'
import type { SaveFile } from '../window/save-file'
import { createJobHandlers } from './job-handlers'
import { createDraftHandlers } from './draft-handlers'
import { createListHandlers } from './list-handlers'
import { createLoanHandlers } from './loan-handlers'
import { createOutboxHandlers } from './outbox-handlers'
import { createSettleHandlers } from './settle-handlers'
import type { ConnectHandlers } from './connect-handlers'
import type { DiagnoseHandlers } from './diagnose-handlers'
import type { DeviceHandlers } from './device-handlers'
import type { JournalHandlers } from './journal-handlers'
import type { CommandHandlers } from './registrar'
import type { UpdateHandlers } from './update-handlers'

const notFound = (what: string) =>
  fail({ code: 'not-found' as const, message: `${what} is not there any more` })

/** What the disk refuses is data for the screen, not a fault of ours. */
const saving = async (save: () => unknown): Promise<Outcome<null, CommandFailure>> => {
  try {
    await save()
    return succeed(null)
  } catch (error) {
    return fail({ code: 'not-saved', message: error instanceof Error ? error.message : 'unknown' })
  }
}

export interface HandlerParts {
  readonly describe: () => AppDescription
  readonly notices: Notices
  readonly copyText: CopyText
  readonly settings: SettingsStore
  readonly monitor: Monitor
  readonly locks: LockSource
  readonly profiles: LoadedProfiles
  readonly models: JsonFile<EnabledModelsContent>
  readonly onModelsChanged: () => void
  /** Null outside training. */
  readonly tray: TrainingTray | null
  readonly records: Records
  readonly people: People
  readonly register: Register
  readonly desk: Desk
  readonly outbox: Outbox
  readonly devices: DeviceHandlers
  readonly diagnose: DiagnoseHandlers
  readonly loans: Loans
  readonly connect: ConnectHandlers
  readonly journal: JournalHandlers
  readonly orderDrafts: OrderDrafts
  readonly saveFile: SaveFile
  readonly print: PrintPage
  readonly updates: UpdateHandlers
  readonly closeGuard: Pick<CloseGuard, 'hold' | 'mayGo'>
}

const stayed = succeed({ state: 'stayed' } as const)

/** Every command of the renderer's, by name. */
export const createHandlers = (parts: HandlerParts): CommandHandlers => {
  const { settings, monitor, locks, models, tray, records, people, register, desk } = parts

  type Models = EnabledModelsContent['models']
  const changeModels = async (change: (enabled: Models) => Models) => {
    const saved = await saving(() =>
      models.update((content) => ({ ...content, models: change(content.models) })),
    )
    if (saved.ok) parts.onModelsChanged()
    return saved
  }

  const registeredIds = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)
  /** Only the lists of what came in: the others', of which there may be thousands, are as they were. */
  const readWhatCame = async (before: readonly string[]) => {
    const known = new Set(before)
    const came = registeredIds().filter((id) => !known.has(id))
    if (came.length === 0) await records.refreshAll()
    else await Promise.all(came.map((id) => records.refresh(id)))
    return succeed(null)
  }
  const changeRegister = async (change: () => Promise<unknown>) => {
    const before = registeredIds()
    const saved = await saving(change)
    return saved.ok ? readWhatCame(before) : saved
  }

  return {
    'app/describe': () => succeed(parts.describe()),
    'app/dismiss-notice': ({ id }) => {
      parts.notices.dismiss(id)
      return succeed(null)
    },
    'app/copy': async ({ text, forgetAfterMs }) => {
      await parts.copyText(text, forgetAfterMs)
      return succeed(null)
    },
    'settings/read': () => succeed(settings.read()),
    'settings/change': async (changes) => {
      const saved = await saving(() => settings.change(changes))
      return saved.ok ? succeed(settings.read()) : saved
    },
    'platform/status': () => succeed(monitor.status()),
    'platform/check': async () => {
      await records.refreshAll()
      return succeed(monitor.status())
    },
    'locks/list': () => succeed(locks.list()),
    'locks/rescan': () => {
      locks.rescan()
      return succeed(null)
    },
    'locks/models': () =>
      succeed({
        enabled: models.read().models,
        profiles: parts.profiles.facts,
        broken: parts.profiles.broken,
      }),
    'locks/enable-model': async ({ plugId, comparedNumber }) => {
      const plugged = locks.list().find((lock) => lock.plugId === plugId)
      const candidate = plugged?.reading.state === 'failed' ? plugged.reading.candidate : null
      // Only for the number that the device itself reports: the person compared that one.
      if (plugged === undefined || candidate !== comparedNumber) return notFound('the device')
      const { vendorId, productId, product } = plugged.device
      return changeModels((enabled) =>
        withModel(enabled, {
          vendorId,
          productId,
          product,
          comparedNumber,
          enabledAt: Date.now(),
        }),
      )
    },
    'locks/forget-model': (ids) => changeModels((enabled) => withoutModel(enabled, ids)),
    ...parts.devices,
    ...parts.diagnose,
    ...parts.connect,
    ...parts.journal,
    // These load the page anew: what stands nowhere else is asked about first.
    'environments/switch': async (to) =>
      (await parts.closeGuard.mayGo()) ? parts.connect['environments/switch'](to) : stayed,
    'training/reset': async () =>
      (await parts.closeGuard.mayGo()) ? parts.connect['training/reset'](undefined) : stayed,
    'journal/restore': async () =>
      (await parts.closeGuard.mayGo()) ? parts.journal['journal/restore'](undefined) : stayed,
    'tray/list': () => succeed(tray?.list() ?? []),
    'tray/act': ({ trayId, gesture }) => {
      if (tray === null) return notFound('the tray')
      return tray.act(trayId, gesture) ? succeed(null) : notFound('the lock')
    },
    ...createJobHandlers(desk),
    ...createSettleHandlers(desk.unsettled),
    ...createOutboxHandlers(parts.outbox),
    ...parts.updates,
    ...createDraftHandlers(parts.orderDrafts),
    ...createListHandlers({ client: monitor.client, records, people }),
    ...createLoanHandlers(parts.loans),
    'files/save': (file) => parts.saveFile(file),
    'window/print': (where) => parts.print(where),
    'window/hold': ({ madePasswords }) => {
      parts.closeGuard.hold(madePasswords)
      return succeed(null)
    },
    'desk/look-up': async ({ number, freshness }) => succeed(await records.lookUp(number, freshness)),
    'desk/look-up-many': async ({ numbers, freshness }) =>
      succeed(await records.lookUpMany(numbers, freshness)),
    'desk/licences': ({ assetId }) => records.licences(assetId),
    'desk/change': async (request) => succeed(await desk.change(request)),
    'desk/settle': async ({ entryId }) => {
      const entry = await desk.settle(entryId)
      return entry === null ? notFound('the entry') : succeed(entry)
    },
    'journal/recent': ({ limit }) => succeed(desk.recent(limit)),
    'register/list': ({ from, limit }) => succeed(records.registered(from, limit)),
    'register/some': ({ enterpriseGlobalIds }) => succeed(records.enterprises(enterpriseGlobalIds)),
    'register/add': async (added) => {
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
      return readWhatCame(before)
    },
    'register/remove': ({ enterpriseGlobalId }) => changeRegister(() => register.remove(enterpriseGlobalId)),
    'register/refresh': async () => {
      await records.refreshAll()
      return succeed(null)
    },
  }
}
