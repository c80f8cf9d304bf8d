import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { plainDigits } from '#shared/model/locks/shell-number'
import { useDeskStore } from './desk-store'
import { useRecordsStore } from './records-store'

export interface Opened {
  /** The requested number without the characters a scanner or input method adds. */
  readonly number: string
  /** The typed text, for messages. */
  readonly typed: string
  /** The plugged-in lock from which it was opened. */
  readonly plugId: string | null
  /** The asset number the user chose, if several records match. */
  readonly chosen: string | null
}

/** The record open on the right side. Only the user changes it. */
export const useOpenedStore = defineStore('opened', () => {
  const opened = ref<Opened | null>(null)
  const desk = useDeskStore()
  const records = useRecordsStore()
  records.show(() => [opened.value?.number ?? null])

  const lookUp = async (text: string): Promise<void> => {
    const number = plainDigits(text)
    if (number === '') return
    opened.value = { number, typed: text.trim(), plugId: null, chosen: null }
    await records.track(number)
  }

  const openLock = async (number: string, plugId: string | null): Promise<void> => {
    // The input's text would be another lock's number.
    desk.typed = ''
    opened.value = { number, typed: number, plugId, chosen: null }
    if (records.of(number).answer === null) await records.track(number)
  }

  /** Opens a lock's record and brings it to the front. */
  const showLock = (number: string, plugId: string | null): void => {
    desk.show('record')
    void openLock(number, plugId)
  }

  const choose = (assetNum: string | null): void => {
    if (opened.value !== null) opened.value = { ...opened.value, chosen: assetNum }
  }

  const close = (): void => {
    if (opened.value !== null) desk.show(desk.side)
    opened.value = null
    desk.typed = ''
  }

  return {
    opened,
    lookup: computed(() => (opened.value === null ? null : records.of(opened.value.number))),
    lookUp,
    openLock,
    showLock,
    choose,
    close,
  }
})
