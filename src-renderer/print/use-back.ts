import { useRouter } from 'vue-router'
import type { RouteMap } from 'vue-router'

/** Back to the place before, or to a page in a window that was opened here. */
export const useBack = (home: () => keyof RouteMap): (() => void) => {
  const router = useRouter()
  return () => {
    const state = window.history.state as { back?: unknown } | null
    if (state?.back != null) router.back()
    else void router.push({ name: home() })
  }
}
