import { KeyRound, Search } from '@lucide/vue'
import { computed } from 'vue'
import { statesOf } from '#shared/model/locks/lock-record'
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
  { foundLocks, isSearching }: Pick<ReturnType<typeof useLockTargets>, 'foundLocks' | 'isSearching'>,
) => {
  const names = useLockNamesStore()
  const lookUp = useLookUp()
  const { t } = useTexts()

  const lockDetail = (record: LockRecord | null, isPlugged: boolean): string =>
    [
      isPlugged ? t('palette.pluggedIn') : '',
      ...(record === null
        ? []
        : [
            t(`common.state.${statesOf(record, Date.now())[0]}`),
            shownName(names.of(record)?.name) ?? '',
            shownName(record.enterpriseName) ?? '',
            shownName(record.holder?.name) ?? '',
          ]),
    ]
      .filter((part) => part !== '')
      .join(' · ')
  const lockEntry = ({ number, record, plugId }: TargetLock): PaletteEntry => ({
    id: `lock:${record?.assetNum ?? number}`,
    kind: 'lock',
    title: groupShellNumber(number),
    others: [],
    detail: lockDetail(record, plugId !== null),
    icon: KeyRound,
    keys: [],
    run: () => lookUp(number, plugId),
  })

  /** Locks found by their name or note on this computer. */
  const namedEntries = computed<readonly PaletteEntry[]>(() => {
    const known = new Set(foundLocks.value.map(({ record }) => record?.assetNum))
    return names
      .find(lockCommand().number, maxNamedShown)
      .filter(({ assetNum }) => !known.has(assetNum))
      .map(({ assetNum, name, note }) => ({
        id: `lock:${assetNum}`,
        kind: 'lock',
        title: groupShellNumber(assetNum),
        others: [],
        detail: [shownName(name), shownName(note)].filter((text) => text !== '').join(' · '),
        icon: KeyRound,
        keys: [],
        run: () => lookUp(assetNum),
      }))
  })
  const foundEntries = computed<readonly PaletteEntry[]>(() => {
    const entries = foundLocks.value.map(lockEntry)
    const number = plainDigits(lockCommand().number)
    // With an action, wait for its lock.
    if (lockCommand().action !== null && isSearching.value) return entries
    if (!isShellNumber(number) || foundLocks.value.some((lock) => lock.number === number)) return entries
    // The number is in no list or not found yet: the lock desk can still look it up.
    const searchEntry: PaletteEntry = {
      id: `look-up:${number}`,
      kind: 'lock',
      title: t('palette.search', { number: groupShellNumber(number) }),
      others: [],
      detail: '',
      icon: Search,
      keys: [],
      run: () => lookUp(number),
    }
    return [searchEntry, ...entries]
  })

  return {
    lockEntry,
    lockEntries: computed(() => [...foundEntries.value, ...namedEntries.value]),
  }
}
