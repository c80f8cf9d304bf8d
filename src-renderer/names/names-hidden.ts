import { computed, ref, watch } from 'vue'

const isOn = ref(false)
const isPrinting = ref(false)

/** Whether the page hides the names of people, enterprises and locks now. Paper has them. */
export const namesAreHidden = computed(() => isOn.value && !isPrinting.value)

/** Hides names while the setting is on. */
export const watchHiddenNames = (isHidden: () => boolean): void => {
  watch(isHidden, (on) => (isOn.value = on), { immediate: true, flush: 'sync' })
  window.addEventListener('beforeprint', () => (isPrinting.value = true))
  window.addEventListener('afterprint', () => (isPrinting.value = false))
}
