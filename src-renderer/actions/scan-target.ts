import { onScopeDispose } from 'vue'

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
