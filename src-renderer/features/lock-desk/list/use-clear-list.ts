import { watch } from 'vue'
import type { Texts } from '../../../i18n/use-texts'
import { useSuccessStore } from '../../../stores/success-store'
import { focusDeskInput } from '../focus-desk-input'
import { useListStore } from './list-store'

/** Clears the list, and offers its rows back until other ones take their place. */
export const useClearList = (): (() => void) => {
  const list = useListStore()
  const success = useSuccessStore()
  return () => {
    const restore = list.clear()
    const message = {
      text: (texts: Texts['translator']) => texts.t('list.run.cleared'),
      jobId: null,
      undo: () => {
        restore()
        focusDeskInput()
      },
    }
    success.show(message)
    focusDeskInput()
    const stop = watch(
      () => list.rows.length > 0,
      () => {
        if (success.current === message) success.dismiss()
        stop()
      },
    )
  }
}
