import { computed, ref, watch } from 'vue'
import type { Name } from '#shared/model/name'
import { operatorFrom } from './operator-name'
import { useDraft } from '../../stores/drafts-store'

/**
 * The operator of a change: from the settings, or typed before sending (OperatorField). A getter, because the
 * operator may be switched while a page is open. `form`: on a page, which can be left, what is typed comes back with it.
 */
export const useOperator = (operator: () => Name, form?: string) => {
  const operatorInput = form === undefined ? ref('') : useDraft(() => `operator: ${form}`)
  const needsOperator = ref(operator() === '')
  // The field comes as soon as an operator is missing. It must not disappear while the user types.
  watch(
    operator,
    (now) => {
      if (now === '') needsOperator.value = true
      else if (operatorInput.value === '') needsOperator.value = false
    },
    { flush: 'sync' },
  )
  /** The name to send; empty until a name is typed; a scanned lock number is none. */
  const name = computed((): Name => (needsOperator.value ? operatorFrom(operatorInput.value) : operator()))
  return { operatorInput, needsOperator, name }
}
