import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { CommandFailure, CommandOutcome } from '#shared/bridge/commands'
import type { AllViews, PageViews, ViewPage, ViewState } from '#shared/model/app/saved-view'
import { command } from '../../bridge'

const noViews: PageViews = { views: [], defaultName: null, last: null }

/** The state of a page's table, with the name of the view it was made from. */
export interface OpenView {
  readonly name: string | null
  readonly state: ViewState
}

/** The saved views of the open platform. Only this page changes them. */
export const useSavedViewsStore = defineStore('saved-views', () => {
  const all = shallowRef<AllViews>({})
  const isLoaded = ref(false)
  let loading: Promise<void> | null = null
  /** A view to open on its page, chosen elsewhere. */
  const requested = shallowRef<{ readonly page: ViewPage; readonly name: string } | null>(null)
  /** The state that a page had when it was left. */
  const left = new Map<ViewPage, OpenView>()

  const follow = (outcome: CommandOutcome<'views/list'>): CommandFailure | null => {
    if (!outcome.ok) return outcome.error
    all.value = outcome.value
    return null
  }
  const load = async (): Promise<void> => {
    follow(await command('views/list'))
    isLoaded.value = true
  }
  const loadOnce = (): Promise<void> => (loading ??= load())

  return {
    isLoaded,
    all,
    requested,
    left,
    of: (page: ViewPage): PageViews => all.value[page] ?? noViews,
    load,
    loadOnce,
    save: async (page: ViewPage, name: string, state: ViewState) =>
      follow(await command('views/save', { page, name, state })),
    rename: async (page: ViewPage, name: string, to: string) =>
      follow(await command('views/rename', { page, name, to })),
    remove: async (page: ViewPage, name: string) => follow(await command('views/delete', { page, name })),
    setDefault: async (page: ViewPage, name: string | null) =>
      follow(await command('views/set-default', { page, name })),
    keepLast: async (page: ViewPage, state: ViewState) =>
      follow(await command('views/keep-last', { page, state })),
  }
})
