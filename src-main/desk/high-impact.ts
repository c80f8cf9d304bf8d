import type { ChangeRequest } from '#shared/model/change'

/** A confirmation that the renderer cannot forge: a native dialog, its text made by main from the frozen request. */
export type ConfirmHighImpact = (request: ChangeRequest, rowsLately: number) => Promise<boolean>

const windowMs = 10 * 60_000
const mostRows = 50

/**
 * Counts changed rows over ten minutes, so that many single commands do not slip by what one large job would have
 * to ask. The 51st asks; a yes opens the next fifty.
 */
export const createImpactGate = (confirm: ConfirmHighImpact, now: () => number) => {
  let rows: number[] = []
  let allowed = mostRows
  return async (request: ChangeRequest): Promise<boolean> => {
    rows = rows.filter((at) => now() - at < windowMs)
    if (rows.length === 0) allowed = mostRows
    if (rows.length >= allowed) {
      if (!(await confirm(request, rows.length))) return false
      allowed = rows.length + mostRows
    }
    rows.push(now())
    return true
  }
}
