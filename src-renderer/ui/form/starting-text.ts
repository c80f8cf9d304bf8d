import type { Directive } from 'vue'

/**
 * The text with which a field begins, for one whose text is taken when it is left. With `:value`, each update of what
 * is around the field would put the former text over what is being typed.
 */
export const vStartingText: Directive<HTMLInputElement, string> = {
  beforeMount: (field, { value }) => {
    field.value = value
  },
  updated: (field, { value, oldValue }) => {
    if (value !== oldValue) field.value = value
  },
}
