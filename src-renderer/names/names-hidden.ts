import { computed, ref, watch } from 'vue'
import { hideNames } from './hide-names'

const isOn = ref(false)
const isPrinting = ref(false)

/** Whether the page hides the names of people, enterprises and locks now. Paper has them. */
export const namesAreHidden = computed(() => isOn.value && !isPrinting.value)

/** Hides the names in the document while the setting is on. Synchronous: the next paint has none. */
export const watchHiddenNames = (isHidden: () => boolean): void => {
  window.addEventListener('beforeprint', () => (isPrinting.value = true))
  window.addEventListener('afterprint', () => (isPrinting.value = false))
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
