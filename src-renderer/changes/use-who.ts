import { computed, onMounted, ref } from 'vue'
import type { Ref } from 'vue'

/**
 * Whom a change is asked as: who is at the desk, or whoever names themselves before it is sent (WhoField). Whoever is
 * named has only to confirm: the next Enter is then meant for `button`.
 */
export const useWho = (
  operator: string,
  button?: Readonly<Ref<{ readonly $el: HTMLElement } | null | undefined>>,
) => {
  const who = ref(operator)
  /** Decided once: the field must not vanish while somebody types into it. */
  const asksWho = operator === ''
  /** What is sent; empty as long as nobody is named. */
  const name = computed(() => who.value.trim())
  onMounted(() => {
    if (!asksWho) button?.value?.$el.focus()
  })
  return { who, asksWho, name }
}
