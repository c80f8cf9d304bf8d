import { onScopeDispose } from 'vue'

/** Marks the field that accepts scans; a scan into any other field stays there. `search`: the field keeps its own text. */
export const scanField = 'data-takes-scans'

type TakeScan = (text: string) => void

interface Target {
  readonly take: TakeScan
  readonly isOpen: () => boolean
}
let target: Target | null = null

/** While the component is mounted and open, it takes scans instead of the lock desk. */
export const useScanTarget = (take: TakeScan, isOpen: () => boolean = () => true): void => {
  const own = { take, isOpen }
  target = own
  onScopeDispose(() => {
    if (target === own) target = null
  })
}

export const currentScanTarget = (): TakeScan | null => (target?.isOpen() === true ? target.take : null)
