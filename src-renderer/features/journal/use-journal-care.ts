import { ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { StagedBackup } from '#shared/journal-commands'
import { command } from '../../bridge'
import { explainFailure } from '../../i18n/explain'
import { joinSentences } from '../../i18n/i18n'
import { groupedNumber } from '../../i18n/times'
import { useTexts } from '../../i18n/use-texts'

export const careActions = ['backUp', 'restore', 'beginFile'] as const
export type CareAction = (typeof careActions)[number]

/** Backup, restore and new files of the journal, and what came of them in words. */
export const useJournalCare = () => {
  const { t, tn, language } = useTexts()
  const told = ref('')
  const isWorking = ref(false)
  const staged = shallowRef<StagedBackup | null>(null)

  const failed = (failure: CommandFailure): string => {
    const { what, next } = explainFailure(failure, { t, language: language.value })
    return joinSentences(language.value, [what, next])
  }

  const backUp = async (): Promise<string> => {
    const outcome = await command('journal/back-up')
    if (!outcome.ok) return failed(outcome.error)
    if (outcome.value === null) return ''
    const { records, savedAs } = outcome.value
    return t('journal.care.backedUp', { n: groupedNumber(records, language.value), name: savedAs })
  }
  const beginFile = async (): Promise<string> => {
    const outcome = await command('journal/begin-file')
    return outcome.ok ? tn('journal.care.begun', outcome.value.files) : failed(outcome.error)
  }
  const restore = async (): Promise<string> => {
    const outcome = await command('journal/choose-backup')
    if (!outcome.ok) return failed(outcome.error)
    staged.value = outcome.value
    return ''
  }
  const works: Record<CareAction, () => Promise<string>> = { backUp, restore, beginFile }

  return {
    told,
    isWorking,
    staged,
    act: async (action: CareAction): Promise<void> => {
      if (isWorking.value) return
      isWorking.value = true
      told.value = ''
      told.value = await works[action]()
      isWorking.value = false
    },
  }
}
