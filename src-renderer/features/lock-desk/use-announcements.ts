import { computed, ref, watch } from 'vue'
import type { Ref } from 'vue'
import { statesOf } from '#shared/model/locks/lock-record'
import { groupShellNumber } from '#shared/model/locks/shell-number'
import { usbId } from '#shared/usb-id'
import { explainEntry, explainFailure } from '../../i18n/explain'
import { useTexts } from '../../i18n/use-texts'
import { useChangesStore } from './change/changes-store'
import { useOpenedStore } from '../../entities/lock/opened-store'
import { shellNumberOf, usePluggedStore } from '../../entities/lock/plugged-store'
import { shownName } from '../../names/shown-name'

export interface Announcement {
  readonly text: string
  /** Differs for each announcement, so that screen readers repeat identical text. */
  readonly turn: number
}

/** Announces events to screen readers: a lock was plugged in or unplugged, a look-up or a change has a result. */
export const useAnnouncements = (): Readonly<Ref<Announcement>> => {
  const announcement = ref<Announcement>({ text: '', turn: 0 })
  const announce = (text: string): void =>
    void (announcement.value = { text, turn: announcement.value.turn + 1 })
  const { t, language, translator } = useTexts()
  const plugged = usePluggedStore()
  const opened = useOpenedStore()
  const changes = useChangesStore()

  watch(
    () => plugged.locks,
    (locks, before) => {
      const earlier = new Map(before.map((lock) => [lock.plugId, lock]))
      const present = new Set(locks.map(shellNumberOf))
      const texts: string[] = []
      for (const lock of locks) {
        const { device, plugId, reading } = lock
        const known = earlier.get(plugId)?.reading.state
        if (known === reading.state) continue
        if (reading.state === 'read')
          texts.push(t('desk.announce.plugged', { number: groupShellNumber(reading.shellNumber) }))
        if (reading.state === 'failed')
          texts.push(t(`desk.reading.${reading.reason}.what`, { id: usbId(device) }))
      }
      for (const lock of before) {
        const number = shellNumberOf(lock)
        if (number !== null && !present.has(number))
          texts.push(t('desk.announce.unplugged', { number: groupShellNumber(number) }))
      }
      if (texts.length > 0) announce(texts.join(language.value === 'zh' ? '；' : '; '))
    },
  )

  watch(
    () => (opened.lookup?.searching === false ? opened.lookup.answer : null),
    (answer) => {
      if (answer === null || opened.opened === null) return
      const number = groupShellNumber(opened.opened.number)
      if (answer.state === 'found') {
        const state = t(`common.state.${statesOf(answer.record, Date.now())[0]}`)
        announce(
          t('desk.announce.found', {
            number,
            state,
            enterprise: shownName(answer.record.enterpriseName) ?? '',
          }),
        )
      } else if (answer.state === 'not-listed') {
        announce(t(answer.unread > 0 ? 'desk.announce.notSearched' : 'desk.announce.notListed', { number }))
      } else if (answer.state === 'not-a-number') {
        announce(t('desk.result.notANumberTitle', { typed: opened.opened.typed }))
      } else {
        announce(t('desk.result.ambiguousTitle', { n: answer.records.length }))
      }
    },
  )

  /**
   * The result of the last change; empty while it runs. If the journal updates the result later, it is
   * announced again.
   */
  const outcome = computed(() => {
    const change = changes.last
    if (change === null || change.state === 'sending') return { requestedAt: 0, text: '' }
    const { request, requestedAt } = change
    const explanation =
      change.state === 'responded'
        ? explainEntry(change.entry, translator)
        : explainFailure(change.failure, translator, { isRead: false })
    const number = groupShellNumber(request.shellNumber ?? request.assetNum)
    return { requestedAt, text: t('desk.announce.result', { number, outcome: explanation.what }) }
  })
  watch([() => outcome.value.requestedAt, () => outcome.value.text], ([, text]) => {
    if (text !== '') announce(text)
  })

  return announcement
}
