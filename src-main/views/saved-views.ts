import { z } from 'zod'
import { maxViews } from '#shared/model/app/saved-view'
import type { AllViews, PageViews, ViewPage, ViewState } from '#shared/model/app/saved-view'
import { allViews } from '#shared/model/app/saved-view-schema'
import { fail, notFound, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { JsonFile } from '../util/files/json-file'
import type { Migrations } from '../util/files/versioned-file'

/** By platform: filters name enterprises, departments and operators of one platform. */
export const savedViewsSchema = z.object({
  version: z.literal(2),
  platforms: z.record(z.string(), allViews),
})
export type SavedViewsContent = z.infer<typeof savedViewsSchema>

export const noSavedViews: SavedViewsContent = { version: 2, platforms: {} }

/** Version 1 has no columns chosen to be shown, and no tables of stocktakes. */
export const savedViewsMigrations: Migrations = { 1: (content) => ({ ...content, version: 2 }) }

export const noViews: PageViews = { views: [], defaultName: null, last: null }

type Changed<Code extends string = never> = Promise<Outcome<AllViews, Failure<Code>>>

/** The saved views of one platform. All changes throw the file system's error. */
export interface SavedViews {
  list(): AllViews
  /** Replaces the view of this name. */
  save(page: ViewPage, name: string, state: ViewState): Changed<'limit-reached'>
  rename(page: ViewPage, name: string, to: string): Changed<'not-found' | 'not-saved'>
  delete(page: ViewPage, name: string): Changed
  setDefault(page: ViewPage, name: string | null): Changed<'not-found'>
  keepLast(page: ViewPage, state: ViewState): Changed
}

export const createSavedViews = (file: JsonFile<SavedViewsContent>, platformId: string): SavedViews => {
  const list = (): AllViews => file.read().platforms[platformId] ?? {}
  const viewsOf = (page: ViewPage): PageViews => list()[page] ?? noViews
  const has = (page: ViewPage, name: string): boolean =>
    viewsOf(page).views.some((view) => view.name === name)

  const change = async (
    page: ViewPage,
    next: (before: PageViews) => PageViews,
  ): Promise<{ readonly ok: true; readonly value: AllViews }> => {
    await file.update((content) => {
      const views = content.platforms[platformId] ?? {}
      const changed = next(views[page] ?? noViews) as NonNullable<(typeof views)[ViewPage]>
      return { ...content, platforms: { ...content.platforms, [platformId]: { ...views, [page]: changed } } }
    })
    return succeed(list())
  }

  return {
    list,
    save: async (page, name, state) => {
      if (!has(page, name) && viewsOf(page).views.length >= maxViews) {
        return fail({ code: 'limit-reached', message: `the page has ${maxViews} saved views already` })
      }
      return change(page, (before) => ({
        ...before,
        views: before.views.some((view) => view.name === name)
          ? before.views.map((view) => (view.name === name ? { name, state } : view))
          : [...before.views, { name, state }],
      }))
    },
    rename: async (page, name, to) => {
      if (!has(page, name)) return notFound('the view')
      if (to !== name && has(page, to)) {
        return fail({ code: 'not-saved', message: 'another view has this name' })
      }
      return change(page, (before) => ({
        ...before,
        views: before.views.map((view) => (view.name === name ? { ...view, name: to } : view)),
        defaultName: before.defaultName === name ? to : before.defaultName,
      }))
    },
    delete: (page, name) =>
      change(page, (before) => ({
        ...before,
        views: before.views.filter((view) => view.name !== name),
        defaultName: before.defaultName === name ? null : before.defaultName,
      })),
    setDefault: async (page, name) => {
      if (name !== null && !has(page, name)) return notFound('the view')
      return change(page, (before) => ({ ...before, defaultName: name }))
    },
    keepLast: (page, state) => change(page, (before) => ({ ...before, last: state })),
  }
}
