import { onScopeDispose } from 'vue'

/** Marks the field that accepts scans; a scan into any other field stays there. `search`: the field keeps its own text. */
export const scanField = 'data-takes-scans'

type TakeScan = (text: string) => void

let target: TakeScan | null = null

/** While the component is mounted, it takes scans instead of the lock desk. */
export const useScanTarget = (take: TakeScan): void => {
  target = take
  onScopeDispose(() => {
    if (target === take) target = null
  })
}

export const currentScanTarget = (): TakeScan | null => target
