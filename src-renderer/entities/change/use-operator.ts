import { computed, ref } from 'vue'
import type { Name } from '#shared/model/name'
import { operatorFrom } from './operator-name'
import { fullName } from '../../names/shown-name'
import { useDraft } from '../../stores/drafts-store'

/**
 * The operator of a change: from the settings, or typed before sending (OperatorField). A getter, because the
 * operator may be switched while a page is open. `form`: on a page, which can be left, what is typed comes back with it.
 */
export const useOperator = (operator: () => Name, form?: string) => {
  const first = fullName(operator())
  const operatorInput =
    form === undefined
      ? ref(first)
      : useDraft(
          () => `operator: ${form}`,
          () => first,
        )
  /** Decided once: the field must not disappear while the user types. */
  const needsOperator = operator() === ''
  /** The name to send; empty until a name is typed; a scanned lock number is none. */
  const name = computed((): Name => (needsOperator ? operatorFrom(operatorInput.value) : operator()))
  return { operatorInput, needsOperator, name }
}
