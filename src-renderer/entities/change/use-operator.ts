import { computed, ref } from 'vue'
import type { Name } from '#shared/model/name'
import { operatorFrom } from './operator-name'
import { fullName } from '../../names/shown-name'

/**
 * The operator of a change: from the settings, or typed before sending (OperatorField). A getter, because the
 * operator may be switched while a page is open.
 */
export const useOperator = (operator: () => Name) => {
  const operatorInput = ref(fullName(operator()))
  /** Decided once: the field must not disappear while the user types. */
  const needsOperator = operator() === ''
  /** The name to send; empty until a name is typed; a scanned lock number is none. */
  const name = computed((): Name => (needsOperator ? operatorFrom(operatorInput.value) : operator()))
  return { operatorInput, needsOperator, name }
}
