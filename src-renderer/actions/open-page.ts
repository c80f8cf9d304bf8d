import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { LockAction } from '#shared/model/changes/change'
import type { Name } from '#shared/model/name'

/** What a page can be opened with. IDs are the platform's. */
export interface PageRequests {
  /** Locks for the list. */
  desk: {
    /** Null leaves the choice to the user. */
    readonly action: LockAction | null
    readonly numbers: readonly string[]
    /** The job that the list reverses. */
    readonly reverses: string | null
  }
  lending:
    | { readonly show: 'due' }
    /** The loan of an asset, or of a borrowed lock. */
    | { readonly show: 'loan'; readonly assetNum: string }
    | {
        readonly show: 'lend'
        readonly enterpriseGlobalId: string
        readonly assetNums: readonly string[]
        readonly employee: { readonly memberGlobalId: string; readonly name: Name | null } | null
        readonly lock: { readonly assetNum: string; readonly plugId: string | null } | null
      }
  employees: {
    readonly enterpriseGlobalId: string
    readonly memberGlobalId: string
    readonly name: Name
    /** The password is to be reset. */
    readonly resets?: true
  }
  customers: { readonly enterpriseGlobalId: string }
  /** The guide that learns the model of a lock. */
  devices: { readonly show: 'learn' }
  /** A new order for this enterprise. */
  orders: { readonly enterpriseGlobalId: string }
  /** The changes of this job, with the focus. */
  'to-settle': { readonly jobId: string }
  /** Locks for a new stocktake. */
  stocktake: {
    /** The name of the saved view that is shown; null for none. */
    readonly name: string | null
    readonly numbers: readonly string[]
  }
  labels: {
    readonly numbers: readonly string[]
    /** The text above each number, for these labels only; null leaves the one of the settings. */
    readonly title: string | null
    /** The page to which the labels lead back. */
    readonly from: 'assets' | 'work-orders'
  }
}
type RequestedPage = keyof PageRequests

/** The request that the opened page has not taken yet. */
export const usePageRequestsStore = defineStore('page-requests', () => {
  const waiting = shallowRef<Partial<PageRequests>>({})
  return {
    waiting,
    give: <Name extends RequestedPage>(page: Name, request: PageRequests[Name]): void =>
      void (waiting.value = { [page]: request }),
    /** The page's request, once; null if there is none. */
    take: <Name extends RequestedPage>(page: Name): PageRequests[Name] | null => {
      const taken = waiting.value[page] ?? null
      if (taken !== null) waiting.value = {}
      return taken
    },
  }
})

/** Opens a page with what it is to show or to begin. A hidden page takes nothing. */
export const useOpenPage = () => {
  const router = useRouter()
  const requests = usePageRequestsStore()
  return async <Name extends RequestedPage>(page: Name, request: PageRequests[Name]): Promise<void> => {
    requests.give(page, request)
    await router.push({ name: page })
    if (router.currentRoute.value.name !== page) requests.take(page)
  }
}

/** Handles the requests of the page, once each and only when it is ready. */
export const usePageRequest = <Name extends RequestedPage>(
  page: Name,
  handle: (request: PageRequests[Name]) => unknown,
  isReady: () => boolean = () => true,
): void => {
  const requests = usePageRequestsStore()
  watch(
    [() => requests.waiting, isReady],
    () => {
      const request = isReady() ? requests.take(page) : null
      if (request !== null) void handle(request)
    },
    { immediate: true, flush: 'post' },
  )
}
