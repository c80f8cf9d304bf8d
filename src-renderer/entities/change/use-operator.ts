import { computed, ref } from 'vue'
import { operatorFrom } from './operator-name'

/**
 * The operator of a change: from the settings, or typed before sending (OperatorField). A getter, because the
 * operator may be switched while a page is open.
 */
export const useOperator = (operator: () => string) => {
  const operatorInput = ref(operator())
  /** Decided once: the field must not disappear while the user types. */
  const needsOperator = operator() === ''
  /** The name to send; empty until a name is typed; a scanned lock number is none. */
  const name = computed(() => (needsOperator ? operatorFrom(operatorInput.value) : operator()))
  return { operatorInput, needsOperator, name }
}
