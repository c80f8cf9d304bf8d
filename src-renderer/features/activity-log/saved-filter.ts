import { changeActions } from '#shared/model/changes/change'
import type { FilterValues } from '../../entities/saved-view/use-saved-view'
import { noFilter, outcomeGroups, timeRanges } from './filter-entries'
import type { ActivityFilter } from './filter-entries'

const names = ['range', 'from', 'to', 'outcome', 'action', 'operator'] as const

/** The used filters as a saved view keeps them. */
export const valuesOf = (filter: ActivityFilter): FilterValues =>
  Object.fromEntries(names.map((name) => [name, filter[name] === noFilter[name] ? [] : [filter[name]]]))

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The filters of a saved view, and those of them that do not exist. */
export const readFilter = (
  values: FilterValues,
): { readonly filter: ActivityFilter; readonly ignored: readonly ('range' | 'outcome' | 'action')[] } => {
  const of = (name: (typeof names)[number]): string => values[name]?.[0] ?? noFilter[name]
  const day = (name: 'from' | 'to'): string => (isDay(of(name)) ? of(name) : '')
  const range = timeRanges.find((one) => one === of('range'))
  const outcome = outcomeGroups.find((one) => one === of('outcome'))
  const action = changeActions.find((one) => one === of('action'))
  return {
    filter: {
      range: range ?? 'all',
      from: day('from'),
      to: day('to'),
      outcome: outcome ?? '',
      action: action ?? '',
      operator: of('operator'),
    },
    ignored: [
      ...(range === undefined ? (['range'] as const) : []),
      ...(outcome === undefined && of('outcome') !== '' ? (['outcome'] as const) : []),
      ...(action === undefined && of('action') !== '' ? (['action'] as const) : []),
    ],
  }
}
