import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure, CommandInput, CommandOutcome } from '#shared/bridge/commands'
import type { Counted } from '#shared/bridge/stocktake-commands'
import type { Name } from '#shared/model/name'
import { stocktakeResults } from '#shared/model/stocktake'
import type { CountSource, Stocktake, StocktakeResult, StocktakeRow } from '#shared/model/stocktake'
import { visibleText } from '#shared/model/visible-text'
import { useListLoader } from '../../stores/use-list-loader'
import { useSettingsStore } from '../../stores/settings-store'
import { useSoundStore } from '../../stores/sound-store'
import { command, onEvent } from '../../bridge'
import { throttle } from '../../ui/throttle'
import { splitNumbers } from './split-numbers'
import { useCommand } from '../../use-command'

/** What the last scan or plug-in did. */
export type LastCount =
  | { readonly kind: 'counted' | 'repeated'; readonly row: StocktakeRow }
  | {
      readonly kind: 'several'
      readonly counted: readonly string[]
      readonly repeated: number
      readonly invalid: number
    }
  | { readonly kind: 'invalid'; readonly text: string }
  | { readonly kind: 'undone'; readonly numbers: readonly string[] }
  | { readonly kind: 'failed'; readonly failure: CommandFailure; readonly because: CountSource | 'undo' }

/** Lists of several enterprises arrive together. */
const batchDelayMs = 300
/** Limits the share of time spent on reading a long stocktake. */
const pauseFactor = 10

/** Longer than any number, and short enough for one line: the rows below do not move. */
const maxShownLetters = 40
const shortened = (text: string): string =>
  text.length > maxShownLetters ? `${text.slice(0, maxShownLetters)}…` : text

const lastOf = ({ counted, repeated, invalid }: Counted): LastCount | null => {
  const [row] = counted
  const [before] = repeated
  const [text] = invalid
  if (counted.length + repeated.length + invalid.length > 1)
    return {
      kind: 'several',
      counted: counted.map(({ number }) => number),
      repeated: repeated.length,
      invalid: invalid.length,
    }
  if (row !== undefined) return { kind: 'counted', row }
  if (before !== undefined) return { kind: 'repeated', row: before }
  return text === undefined ? null : { kind: 'invalid', text: shortened(visibleText(text)) }
}

/** The stocktakes of the platform, and the rows of the open one. It outlives the page, and with it what is open. */
export const useStocktakeStore = defineStore('stocktake', () => {
  const settings = useSettingsStore()
  const sound = useSoundStore()
  const stocktakes = shallowRef<readonly Stocktake[]>([])
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  const { run: readList, failure } = useCommand('stocktakes/list')
  const chosenId = ref<string | null>(null)
  const chosen = computed(() => stocktakes.value.find(({ id }) => id === chosenId.value) ?? null)
  const last = shallowRef<LastCount | null>(null)
  /** Who ended the open stocktake at another computer while it was counted here. */
  const endedElsewhere = shallowRef<Name | null>(null)
  let isEnding = false

  const load = async (): Promise<void> => {
    const outcome = await readList()
    if (outcome.ok) stocktakes.value = outcome.value
    state.value = outcome.ok ? 'ready' : 'failed'
  }

  const loader = useListLoader((from, limit) =>
    command('stocktakes/read', { id: chosenId.value ?? '', from, limit }),
  )
  const { rows, load: loadRows, whenLoaded } = loader
  /** Where each number is in the rows of this array. */
  let places: { readonly rows: readonly StocktakeRow[]; readonly of: Map<string, number> } = {
    rows: [],
    of: new Map(),
  }
  const apply = (changed: readonly StocktakeRow[]): void => {
    if (changed.length === 0) return
    if (places.rows !== rows.value)
      places = { rows: rows.value, of: new Map(rows.value.map(({ number }, place) => [number, place])) }
    const { of } = places
    const next = [...rows.value]
    for (const row of changed) {
      const place = of.get(row.number) ?? next.length
      of.set(row.number, place)
      next[place] = row
    }
    rows.value = next
    places = { rows: next, of }
  }
  const reload = throttle(loadRows, batchDelayMs, pauseFactor)

  const choose = async (id: string | null): Promise<void> => {
    chosenId.value = id
    last.value = null
    endedElsewhere.value = null
    loader.clear()
    if (id !== null) await loadRows()
  }

  const counts = computed(() => {
    const found = new Map<StocktakeResult, number>(stocktakeResults.map((result) => [result, 0]))
    for (const { result } of rows.value) found.set(result, (found.get(result) ?? 0) + 1)
    return found
  })

  const show = (shown: LastCount | null): void => {
    if (shown === null) return
    last.value = shown
    const isGood = shown.kind === 'counted' && shown.row.result === 'present'
    const isGoodBatch = shown.kind === 'several' && shown.repeated + shown.invalid === 0
    sound.play(isGood || isGoodBatch ? 'success' : 'attention')
  }

  /** A text that was no number is not said again when the page is back. */
  const endInvalid = (): void => {
    if (last.value?.kind === 'invalid') last.value = null
  }

  const operator = computed(() => settings.operator || (chosen.value?.startedBy ?? ''))
  /** Counts the numbers in a scanned, typed or pasted text. Returns whether they were saved. */
  const count = async (text: string): Promise<boolean> => {
    const numbers = splitNumbers(text)
    const id = chosenId.value
    if (numbers.length === 0 || id === null) return true
    const outcome = await command('stocktakes/count', { id, numbers, operatorIdentity: operator.value })
    if (id !== chosenId.value) return outcome.ok
    if (outcome.ok) show(lastOf(outcome.value))
    else show({ kind: 'failed', failure: outcome.error, because: 'input' })
    return outcome.ok
  }

  /** Undoes the counts of these rows. */
  const undo = async (numbers: readonly string[]): Promise<void> => {
    const id = chosenId.value
    if (id === null) return
    const input = { id, numbers: [...numbers], operatorIdentity: operator.value }
    const before = last.value
    const outcome = await command('stocktakes/undo', input)
    if (id !== chosenId.value) return
    // A lock counted meanwhile can still be undone.
    if (outcome.ok && last.value !== before) return
    last.value = outcome.ok
      ? { kind: 'undone', numbers }
      : { kind: 'failed', failure: outcome.error, because: 'undo' }
  }

  const start = async (
    input: CommandInput<'stocktakes/start'>,
  ): Promise<CommandOutcome<'stocktakes/start'>> => {
    const outcome = await command('stocktakes/start', input)
    if (outcome.ok) await load()
    return outcome
  }
  const end = async (how: 'finish' | 'cancel'): Promise<CommandFailure | null> => {
    const id = chosenId.value
    if (id === null) return null
    isEnding = true
    const outcome = await command('stocktakes/end', { id, how, operatorIdentity: operator.value })
    isEnding = false
    return outcome.ok ? null : outcome.error
  }

  onEvent('stocktakes/changed', ({ stocktake, rows: changed, repeated, by }) => {
    const before = stocktakes.value.find(({ id }) => id === stocktake.id)
    stocktakes.value =
      before !== undefined
        ? stocktakes.value.map((one) => (one.id === stocktake.id ? stocktake : one))
        : [stocktake, ...stocktakes.value]
    if (stocktake.id !== chosenId.value) return
    if (before?.ended === null && stocktake.ended !== null && !isEnding)
      endedElsewhere.value = stocktake.ended.by
    if (changed.length === 0 && repeated.length === 0) reload.schedule()
    whenLoaded(() => apply(changed))
    if (by === 'plug') show(lastOf({ counted: changed, repeated, invalid: [] }))
  })
  onEvent('stocktakes/not-counted', ({ id, failure: why }) => {
    if (id === chosenId.value) show({ kind: 'failed', failure: why, because: 'plug' })
  })
  onScopeDispose(reload.stop)

  return {
    stocktakes,
    state,
    failure,
    chosenId,
    chosen,
    rows,
    rowsState: loader.state,
    rowsFailure: loader.failure,
    counts,
    last,
    endedElsewhere,
    operator,
    load,
    loadRows,
    choose,
    count,
    endInvalid,
    undo,
    start,
    end,
  }
})
