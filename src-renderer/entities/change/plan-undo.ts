import type { ReversalPlan } from '#shared/model/changes/reversal'
import { command } from '../../bridge'

/**
 * The inverse of the completed changes of a job, held against lists that are read now. Null if any of them cannot be
 * reversed: the activity log shows why, and reverses the rest.
 */
export const planUndo = async (jobId: string): Promise<ReversalPlan | null> => {
  const outcome = await command('jobs/plan-reversal', { jobId, entryIds: null })
  if (!outcome.ok || outcome.value.state !== 'planned') return null
  const { plan } = outcome.value
  const ready = plan.action === 'assign' ? plan.moves : plan.rows
  return plan.held.length === 0 && ready.length > 0 ? plan : null
}
