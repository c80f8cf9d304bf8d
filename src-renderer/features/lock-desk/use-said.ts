import { computed, ref, watch } from 'vue'
import type { Ref } from 'vue'
import { statesOf } from '#shared/model/lock-record'
import { groupShellNumber } from '#shared/model/shell-number'
import { explainEntry, explainFailure } from '../../i18n/explain'
import { useTexts } from '../../i18n/use-texts'
import { useChangesStore } from './changes-store'
import { deviceId } from './device-id'
import { useOpenedStore } from './opened-store'
import { shellNumberOf, usePluggedStore } from './plugged-store'

export interface Said {
  readonly text: string
  /** Another one each time: the same words said twice, as of a lock that came twice, are read aloud twice. */
  readonly turn: number
}

/** What a screen reader is told unasked: a lock came or went, a look-up is answered, a change has its outcome. */
export const useSaid = (): Readonly<Ref<Said>> => {
  const said = ref<Said>({ text: '', turn: 0 })
  const say = (text: string): void => void (said.value = { text, turn: said.value.turn + 1 })
  const { t, language } = useTexts()
  const plugged = usePluggedStore()
  const opened = useOpenedStore()
  const changes = useChangesStore()

  watch(
    () => plugged.locks,
    (locks, before) => {
      const earlier = new Map(before.map((lock) => [lock.plugId, lock]))
      const present = new Set(locks.map(shellNumberOf))
      const news: string[] = []
      for (const lock of locks) {
        const { device, plugId, reading } = lock
        const known = earlier.get(plugId)?.reading.state
        if (known === reading.state) continue
        if (reading.state === 'read')
          news.push(t('desk.say.plugged', { number: groupShellNumber(reading.shellNumber) }))
        if (reading.state === 'failed')
          news.push(t(`desk.reading.${reading.reason}.what`, { id: deviceId(device) }))
      }
      for (const lock of before) {
        const number = shellNumberOf(lock)
        if (number !== null && !present.has(number))
          news.push(t('desk.say.pulledOut', { number: groupShellNumber(number) }))
      }
      if (news.length > 0) say(news.join(language.value === 'zh' ? '；' : '; '))
    },
  )

  watch(
    () => (opened.looked?.looking === false ? opened.looked.answer : null),
    (answer) => {
      if (answer === null || opened.opened === null) return
      const number = groupShellNumber(opened.opened.number)
      if (answer.state === 'found') {
        const state = t(`words.state.${statesOf(answer.record, Date.now())[0]}`)
        say(t('desk.say.found', { number, state, enterprise: answer.record.enterpriseName ?? '' }))
      } else if (answer.state === 'not-listed') {
        say(t('desk.say.notListed', { number }))
      } else if (answer.state === 'not-a-number') {
        say(t('desk.result.notANumberTitle', { typed: opened.opened.typed }))
      } else {
        say(t('desk.result.ambiguousTitle', { n: answer.records.length }))
      }
    },
  )

  /** Of the last change; empty while it is on its way. The journal may know better later on, and then it is said. */
  const outcome = computed(() => {
    const change = changes.last
    if (change === null || change.state === 'asking') return { askedAt: 0, text: '' }
    const { request, askedAt } = change
    const told =
      change.state === 'answered'
        ? explainEntry(change.entry, { t, language: language.value })
        : explainFailure(change.failure, { t, language: language.value }, { isRead: false })
    const number = groupShellNumber(request.shellNumber ?? request.assetNum)
    return { askedAt, text: t('desk.say.outcome', { number, outcome: told.what }) }
  })
  watch([() => outcome.value.askedAt, () => outcome.value.text], ([, text]) => {
    if (text !== '') say(text)
  })

  return said
}
