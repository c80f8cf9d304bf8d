import { ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { StagedBackup } from '#shared/bridge/journal-commands'
import { command } from '../../bridge'
import { explainFailure } from '../../i18n/explain'
import { joinSentences } from '../../i18n/i18n'
import { groupedNumber } from '../../i18n/times'
import { useTexts } from '../../i18n/use-texts'
import { useMessage } from '../../ui/feedback/use-message'
import { shownText } from '../../names/shown-name'

export const maintenanceActions = ['backUp', 'restore', 'startFile'] as const
export type MaintenanceAction = (typeof maintenanceActions)[number]

type Message = '' | (() => string)

/**
 * Backup, restore and rotation of the journal, with their results as text.
 * @param shownAs what the page shows: the text belongs to it, and ends when it changes
 */
export const useJournalMaintenance = (shownAs: () => unknown) => {
  const { t, tn, language, translator } = useTexts()
  const message = useMessage(shownAs)
  const isWorking = ref(false)
  const staged = shallowRef<StagedBackup | null>(null)

  const failed = (failure: CommandFailure) => (): string => {
    const { what, next } = explainFailure(failure, translator)
    return joinSentences(language.value, [what, next])
  }

  const backUp = async (): Promise<Message> => {
    const outcome = await command('journal/back-up')
    if (!outcome.ok) return failed(outcome.error)
    if (outcome.value === null) return ''
    const { records, savedAs, signatures, signatureFolder } = outcome.value
    return () =>
      joinSentences(language.value, [
        t('journal.maintenance.backedUp', {
          n: groupedNumber(records, language.value),
          name: shownText(savedAs),
        }),
        ...(signatures === 0
          ? []
          : [tn('journal.maintenance.signaturesLeft', signatures, { folder: signatureFolder })]),
      ])
  }
  const startFile = async (): Promise<Message> => {
    const outcome = await command('journal/rotate')
    if (!outcome.ok) return failed(outcome.error)
    const { files } = outcome.value
    return () => tn('journal.maintenance.fileStarted', files)
  }
  const restore = async (): Promise<Message> => {
    const outcome = await command('journal/choose-backup')
    if (!outcome.ok) return failed(outcome.error)
    staged.value = outcome.value
    return ''
  }
  const runners: Record<MaintenanceAction, () => Promise<Message>> = { backUp, restore, startFile }

  return {
    message,
    isWorking,
    staged,
    act: async (action: MaintenanceAction): Promise<void> => {
      if (isWorking.value) return
      isWorking.value = true
      message.value = ''
      message.value = await runners[action]()
      isWorking.value = false
    },
  }
}
