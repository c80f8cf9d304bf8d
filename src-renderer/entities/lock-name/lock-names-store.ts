import { maxRowText, normalized } from '#shared/normalized'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { LockName } from '#shared/model/locks/lock-name'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { useListLoader } from '../../stores/use-list-loader'
import { command, onEvent } from '../../bridge'
import { assetKey } from '../asset/asset-key'
import { fullName } from '../../names/shown-name'

type Asset = Pick<LockRecord, 'enterpriseGlobalId' | 'assetNum'>

/** Lower case, full-width characters as half-width. */
const folded = (text: string): string => normalized(text, maxRowText).toLowerCase()

/** The names and notes that this computer keeps for locks, by `assetKey`. Loaded again when another desk changed them. */
export const useLockNamesStore = defineStore('lock-names', () => {
  const { rows, state, failure, load } = useListLoader((from, limit) =>
    command('locks/names', { from, limit }),
  )
  const byKey = computed<ReadonlyMap<string, LockName>>(
    () => new Map(rows.value.map((named) => [assetKey(named), named])),
  )
  const of = (asset: Asset | null): LockName | null =>
    asset === null ? null : (byKey.value.get(assetKey(asset)) ?? null)

  const save = async (
    { enterpriseGlobalId, assetNum }: Asset,
    { name, note }: Pick<LockName, 'name' | 'note'>,
  ): Promise<CommandFailure | null> => {
    const outcome = await command('locks/set-name', { enterpriseGlobalId, assetNum, name, note })
    if (!outcome.ok) return outcome.error
    await load()
    return failure.value
  }

  /** The first `limit` locks whose name or note contains every word. */
  const find = (text: string, limit: number): readonly LockName[] => {
    const terms = folded(text)
      .split(/\s+/)
      .filter((term) => term !== '')
    if (terms.length === 0) return []
    const found: LockName[] = []
    for (const named of rows.value) {
      const own = folded(`${fullName(named.name)}\n${fullName(named.note)}`)
      if (terms.every((term) => own.includes(term)) && found.push(named) === limit) break
    }
    return found
  }

  onEvent('locks/names-changed', () => void load())
  void load()
  return { byKey, state, of, save, find, load }
})
