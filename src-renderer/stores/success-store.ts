import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ReversalPlan } from '#shared/model/changes/reversal'
import type { Texts } from '../i18n/use-texts'

/** A completed change, shown as a message. */
export type Success = {
  /** At most five words. */
  readonly text: (texts: Texts['translator']) => string
} & (
  | {
      readonly jobId: string
      /** Opens the confirmation of the inverse; null if the change has no inverse. */
      readonly undo: ((plan: ReversalPlan) => void) | null
    }
  /** Nothing was sent: it is undone at once. */
  | { readonly jobId: null; readonly undo: () => void }
)

/** The latest completed change on the open page. */
export const useSuccessStore = defineStore('success', () => {
  const current = shallowRef<Success | null>(null)
  return {
    current,
    show: (success: Success) => void (current.value = success),
    dismiss: () => void (current.value = null),
  }
})
