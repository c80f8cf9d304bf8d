import { ref, watch } from 'vue'
import type { ReversalPlan } from '#shared/model/changes/reversal'
import { planUndo } from '../change/plan-undo'

/**
 * Whether the job can be undone, which is known only when it was planned.
 * @param reverse what begins with the plan, unless another job is shown by then
 */
export const useAssignmentUndo = (jobId: () => string | null, reverse: (plan: ReversalPlan) => void) => {
  const undoState = ref<'offered' | 'checking' | 'impossible'>('offered')
  watch(jobId, () => (undoState.value = 'offered'))
  const undo = async (): Promise<void> => {
    const reversed = jobId()
    if (reversed === null || undoState.value !== 'offered') return
    undoState.value = 'checking'
    const plan = await planUndo(reversed)
    if (jobId() !== reversed) return
    if (plan === null) undoState.value = 'impossible'
    else reverse(plan)
  }
  return { undoState, undo }
}
