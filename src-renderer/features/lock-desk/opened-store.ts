import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { plainDigits } from '#shared/model/shell-number'
import { useRecordsStore } from './records-store'

export interface Opened {
  /** What was asked for, without what a scanner or an input method puts around digits. */
  readonly number: string
  /** As it was typed, to be repeated to the person. */
  readonly typed: string
  /** The plugged-in lock it was opened from. */
  readonly plugId: string | null
  /** Where several records carry the digits: the one a person chose. */
  readonly chosen: string | null
}

/** The one record open on the right of the desk. Only a person changes it. */
export const useOpenedStore = defineStore('opened', () => {
  const opened = ref<Opened | null>(null)
  const typed = ref('')
  const records = useRecordsStore()

  const lookUp = async (text: string): Promise<void> => {
    const number = plainDigits(text)
    if (number === '') return
    opened.value = { number, typed: text.trim(), plugId: null, chosen: null }
    await records.track(number)
  }

  const openLock = async (number: string, plugId: string | null): Promise<void> => {
    // What stands in the input bar would be another lock's number.
    typed.value = ''
    opened.value = { number, typed: number, plugId, chosen: null }
    if (records.of(number).answer === null) await records.track(number)
  }

  const choose = (assetNum: string | null): void => {
    if (opened.value !== null) opened.value = { ...opened.value, chosen: assetNum }
  }

  const close = (): void => void (opened.value = null)

  return {
    opened,
    typed,
    looked: computed(() => (opened.value === null ? null : records.of(opened.value.number))),
    lookUp,
    openLock,
    choose,
    close,
  }
})
