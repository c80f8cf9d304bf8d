import type { OrderDrafts } from '../drafts/order-drafts'
import { holdAll } from '../desk/outbox-file'
import type { ChosenEnvironment, OpenEnvironment } from '../environments/open-environment'
import { trainingId } from '../environments/open-environment'
import type { House } from '../house'
import { createConnectHandlers } from '../ipc/connect-handlers'
import { createDeviceHandlers } from '../ipc/device-handlers'
import { createDiagnoseHandlers } from '../ipc/diagnose-handlers'
import { createHandlers } from '../ipc/handlers'
import { createJournalHandlers } from '../ipc/journal-handlers'
import type { CommandHandlers } from '../ipc/registrar'
import { createUpdateHandlers } from '../ipc/update-handlers'
import { moveTrainingAside } from '../training/move-aside'
import { noticesFiles } from '../updates/electron-updates'
import type { SessionDiagnosis } from './diagnosis'
import type { Work } from './work'

/** Every command of the page, answered by the open platform and by the house around it. */
export const createSessionHandlers = ({
  house,
  environmentId,
  choice,
  environment,
  work,
  searching,
  orderDrafts,
}: {
  readonly house: House
  readonly environmentId: string
  readonly choice: ChosenEnvironment
  readonly environment: OpenEnvironment
  readonly work: Work
  readonly searching: SessionDiagnosis
  readonly orderDrafts: OrderDrafts
}): CommandHandlers => {
  const { desktop, files, folder, journal, notices, profiles, sessions, settings, updates } = house
  const { monitor, records, people, register } = environment
  const { desk, outbox, loans, locks, bench, tray } = work

  return createHandlers({
    describe: () => house.describe(environment.training),
    notices,
    copyText: desktop.copyText,
    settings,
    monitor,
    locks,
    profiles,
    models: files.models,
    onModelsChanged: () => locks.recognise(house.recognition()),
    tray,
    records,
    people,
    register,
    desk,
    outbox,
    loans,
    devices: createDeviceHandlers({
      version: desktop.version,
      bench,
      shelf: profiles,
      models: files.models,
      openTextFile: desktop.openTextFile,
    }),
    diagnose: createDiagnoseHandlers({ ...searching, saveFile: desktop.saveFile }),
    journal: createJournalHandlers({
      journal,
      verifier: house.verifier,
      chooseFile: desktop.chooseFile,
      isOwn: desktop.isOwn,
      sessions,
      holdQueue: () => files.queue.update((content) => holdAll(content, Date.now(), 'journal-restored')),
      environmentId,
    }),
    connect: createConnectHandlers({
      environments: house.environments,
      drafts: house.drafts,
      vault: house.vault,
      sessions,
      environmentId,
      client: monitor.client,
      userName: choice.credentials.user?.name ?? null,
      refresh: () => records.refreshAll(),
      isLaunched: house.options.platform !== null,
      dataFolder: folder,
      openFolder: desktop.openPath,
      moveTrainingAside: async () => {
        await moveTrainingAside(folder)
        await files.register.update(
          ({ platforms: { [trainingId]: _training, ...platforms }, ...content }) => ({
            ...content,
            platforms,
          }),
        )
      },
      restart: desktop.restart,
    }),
    orderDrafts,
    saveFile: desktop.saveFile,
    print: desktop.print,
    updates: createUpdateHandlers({
      updates,
      mayGo: () => desktop.closeGuard.mayGo(),
      noticesFiles: noticesFiles(),
      openFile: desktop.openPath,
    }),
    closeGuard: desktop.closeGuard,
  })
}
