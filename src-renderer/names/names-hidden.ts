import { readonly, ref, watch } from 'vue'
import { hideNames } from './hide-names'

const isOn = ref(false)
/** For components that split a name, which then is in no single text. */
export const namesAreHidden = readonly(isOn)

/** Hides the names in the document while the setting is on. Synchronous: the next paint has none. */
export const watchHiddenNames = (isHidden: () => boolean): void => {
  let hiding: ReturnType<typeof hideNames> | null = null
  watch(
    isHidden,
    (on) => {
      isOn.value = on
      hiding?.stop()
      hiding = on ? hideNames(document.documentElement) : null
    },
    { immediate: true, flush: 'sync' },
  )
}
