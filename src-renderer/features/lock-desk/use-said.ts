import { ref, watch } from 'vue'
import type { Ref } from 'vue'
import { statesOf } from '#shared/model/lock-record'
import { groupShellNumber } from '#shared/model/shell-number'
import { explainEntry } from '../../i18n/explain'
import { useTexts } from '../../i18n/use-texts'
import { useChangesStore } from './changes-store'
import { useOpenedStore } from './opened-store'
import { shellNumberOf, usePluggedStore } from './plugged-store'

/** What a screen reader is told unasked: a lock came, a look-up is answered, a change has its outcome. */
export const useSaid = (): Ref<string> => {
  const said = ref('')
  const { t, language } = useTexts()
  const plugged = usePluggedStore()
  const opened = useOpenedStore()
  const changes = useChangesStore()

  watch(
    () => plugged.locks.map(shellNumberOf),
    (numbers, before) => {
      const came = numbers.find((number) => number !== null && !before.includes(number))
      if (came != null) said.value = t('desk.say.plugged', { number: groupShellNumber(came) })
    },
  )

  watch(
    () => (opened.looked?.looking === false ? opened.looked.answer : null),
    (answer) => {
      if (answer === null || opened.opened === null) return
      const number = groupShellNumber(opened.opened.number)
      if (answer.state === 'found') {
        const state = t(`words.state.${statesOf(answer.record, Date.now())[0]}`)
        said.value = t('desk.say.found', { number, state, enterprise: answer.record.enterpriseName ?? '' })
      } else if (answer.state === 'not-listed') {
        said.value = t('desk.say.notListed', { number })
      } else if (answer.state === 'not-a-number') {
        said.value = t('desk.result.notANumberTitle', { typed: opened.opened.typed })
      }
    },
  )

  watch(
    () => (changes.last?.state === 'answered' ? changes.last.entry : null),
    (entry) => {
      if (entry === null) return
      const number = groupShellNumber(entry.shellNumber ?? entry.key)
      const outcome = explainEntry(entry, { t, language: language.value }).what
      said.value = t('desk.say.outcome', { number, outcome })
    },
  )

  return said
}
