import { KeyRound, Search } from '@lucide/vue'
import { computed } from 'vue'
import { statesOf } from '#shared/model/locks/lock-record'
import type { LockName } from '#shared/model/locks/lock-name'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { groupShellNumber, isShellNumber, plainDigits } from '#shared/model/locks/shell-number'
import type { TargetLock } from '../../actions/actions-store'
import { useLockNamesStore } from '../../entities/lock-name/lock-names-store'
import { useLookUp } from '../../entities/lock/use-look-up'
import { useTexts } from '../../i18n/use-texts'
import { shownName } from '../../names/shown-name'
import type { LockCommand } from './lock-command'
import { maxNamedShown } from './palette-entry'
import type { PaletteEntry } from './palette-entry'
import type { useLockTargets } from './use-lock-targets'

/** The entries that look up a lock: those found by number, those found by name, and a number on no list. */
export const useLockEntries = (
  lockCommand: () => LockCommand,
  {
    foundLocks,
    isSearching,
    lockAt,
  }: Pick<ReturnType<typeof useLockTargets>, 'foundLocks' | 'isSearching' | 'lockAt'>,
) => {
  const names = useLockNamesStore()
  const lookUp = useLookUp()
  const { t } = useTexts()

  const lockDetail = ({ record, plugId }: TargetLock, asset: LockRecord | null): string =>
    [
      plugId !== null ? t('palette.pluggedIn') : '',
      record === null ? '' : t(`common.state.${statesOf(record, Date.now())[0]}`),
      shownName(names.of(asset)?.name) ?? '',
      shownName(record?.enterpriseName) ?? '',
      shownName(record?.holder?.name) ?? '',
    ]
      .filter((part) => part !== '')
      .join(' · ')
  /** @param asset the record by which the lock was found; it may be outdated, and gives only the lock's name */
  const entryOf = (lock: TargetLock, asset: LockRecord | null): PaletteEntry => ({
    id: `lock:${lock.record?.assetNum ?? lock.number}`,
    kind: 'lock',
    title: groupShellNumber(lock.number),
    others: [],
    detail: lockDetail(lock, asset),
    icon: KeyRound,
    keys: [],
    run: () => lookUp(lock.number, lock.plugId),
    again: () => entryOf(lockAt(lock.number), asset),
  })
  const lockEntry = (lock: TargetLock): PaletteEntry => entryOf(lock, lock.record)

  const namedEntry = ({
    enterpriseGlobalId,
    assetNum,
  }: Pick<LockName, 'enterpriseGlobalId' | 'assetNum'>): PaletteEntry => {
    const named = names.of({ enterpriseGlobalId, assetNum })
    return {
      id: `lock:${assetNum}`,
      kind: 'lock',
      title: groupShellNumber(assetNum),
      others: [],
      detail: [shownName(named?.name), shownName(named?.note)].filter(Boolean).join(' · '),
      icon: KeyRound,
      keys: [],
      run: () => lookUp(assetNum),
      again: () => namedEntry({ enterpriseGlobalId, assetNum }),
    }
  }
  /** Locks found by their name or note on this computer. */
  const namedEntries = computed<readonly PaletteEntry[]>(() => {
    const known = new Set(foundLocks.value.map(({ record }) => record?.assetNum))
    return names
      .find(lockCommand().number, maxNamedShown)
      .filter(({ assetNum }) => !known.has(assetNum))
      .map(namedEntry)
  })
  const searchEntry = (number: string): PaletteEntry => ({
    id: `look-up:${number}`,
    kind: 'lock',
    title: t('palette.search', { number: groupShellNumber(number) }),
    others: [],
    detail: '',
    icon: Search,
    keys: [],
    run: () => lookUp(number),
    again: () => searchEntry(number),
  })
  const foundEntries = computed<readonly PaletteEntry[]>(() => {
    const entries = foundLocks.value.map(lockEntry)
    const number = plainDigits(lockCommand().number)
    // With an action, wait for its lock.
    if (lockCommand().action !== null && isSearching.value) return entries
    if (!isShellNumber(number) || foundLocks.value.some((lock) => lock.number === number)) return entries
    // The number is in no list or not found yet: the lock desk can still look it up.
    return [searchEntry(number), ...entries]
  })

  return {
    lockEntry,
    lockEntries: computed(() => [...foundEntries.value, ...namedEntries.value]),
  }
}
