import { Building2, KeyRound, Search, UserRound } from '@lucide/vue'
import { computed, ref } from 'vue'
import { useRoute } from 'vue-router'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { statesOf } from '#shared/model/locks/lock-record'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { foldNumber, groupShellNumber, isShellNumber, plainDigits } from '#shared/model/locks/shell-number'
import { useOpenPage } from '../../actions/open-page'
import type { TargetLock } from '../../actions/actions-store'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'
import { useTexts } from '../../i18n/use-texts'
import { useLockNamesStore } from '../../entities/lock-name/lock-names-store'
import { useOpenedStore } from '../../entities/lock/opened-store'
import { shellNumberOf, usePluggedStore } from '../../entities/lock/plugged-store'
import { useRecordsStore } from '../../entities/lock/records-store'
import { useLookUp } from '../../entities/lock/use-look-up'
import { useAppStore } from '../../stores/app-store'
import { lockCommandIn } from './lock-command'
import type { PaletteEntry, PaletteSection } from './palette-entry'
import { usePaletteStore } from './palette-store'
import { ranked } from './rank'
import { mayBeNumber, useLockSearch } from './use-lock-search'
import { useEmployeeSearch } from './use-employee-search'
import { useStaticEntries } from './use-static-entries'
import { fullName, shownName } from '../../names/shown-name'

const maxNamedShown = 8

/** Locks and views shown before anything is typed. */
const maxPluggedShown = 4
const maxViewsShown = 5

/** The palette's entries for the query, in sections that keep their order while results arrive. */
export const usePalette = () => {
  const store = usePaletteStore()
  const app = useAppStore()
  const plugged = usePluggedStore()
  const records = useRecordsStore()
  const opened = useOpenedStore()
  const names = useLockNamesStore()
  const enterprisesStore = useEnterprisesStore()
  const route = useRoute()
  const openPage = useOpenPage()
  const lookUp = useLookUp()
  const { t } = useTexts()

  const text = ref(store.asked)
  const query = computed(() => text.value.trim())
  const lockCommand = computed(() => lockCommandIn(query.value))
  const locks = useLockSearch(() => lockCommand.value.number)
  const employees = useEmployeeSearch(() => (lockCommand.value.action === null ? query.value : ''))
  const fixed = useStaticEntries()
  void enterprisesStore.loadOnce()

  const recordOf = (number: string): LockRecord | null => {
    const { answer } = records.of(number)
    return answer?.state === 'found' ? answer.record : null
  }
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

  const pluggedLocks = computed<readonly TargetLock[]>(() =>
    plugged.rows.flatMap(({ lock, unpluggedAt }) => {
      const number = shellNumberOf(lock)
      return number === null || unpluggedAt !== null
        ? []
        : [{ number, record: recordOf(number), plugId: lock.plugId }]
    }),
  )
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

  /** Plugged-in locks are first; each lock appears once. */
  const foundLocks = computed<readonly TargetLock[]>(() => {
    const { number: typed } = lockCommand.value
    if (!mayBeNumber(typed)) return []
    const normalized = foldNumber(typed)
    const isTarget = ({ number, record }: Omit<TargetLock, 'plugId'>): boolean =>
      number.includes(normalized) || (record !== null && foldNumber(record.assetNum).includes(normalized))
    const pluggedTargets = pluggedLocks.value.filter(isTarget)
    const known = new Set(pluggedTargets.map(({ number }) => number))
    // The previous result stays until the next one arrives, so its rows are filtered by the current digits.
    const others = locks.rows.value
      .map((record) => ({ number: record.shellNumber ?? record.assetNum, record, plugId: null }))
      .filter((lock) => !known.has(lock.number) && isTarget(lock))
    return [...pluggedTargets, ...others]
  })
  /** Locks found by their name or note on this computer. */
  const namedEntries = computed<readonly PaletteEntry[]>(() => {
    const known = new Set(foundLocks.value.map(({ record }) => record?.assetNum))
    return names
      .find(lockCommand.value.number, maxNamedShown)
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
  const lockEntries = computed<readonly PaletteEntry[]>(() => {
    const entries = foundLocks.value.map(lockEntry)
    const number = plainDigits(lockCommand.value.number)
    // With an action, wait for its lock.
    if (lockCommand.value.action !== null && locks.isSearching.value) return entries
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

  const employeeEntry = (employee: EmployeeRecord): PaletteEntry => {
    const name = employee.name ?? employee.userName ?? employee.memberGlobalId
    const enterprise =
      enterprisesStore.enterprises.length > 1 ? enterprisesStore.nameOf(employee.enterpriseGlobalId) : null
    return {
      id: `employee:${employee.memberGlobalId}`,
      kind: 'employee',
      title: shownName(name),
      others: [fullName(name)],
      detail: [
        employee.name === null ? null : shownName(employee.userName),
        employee.departmentName,
        shownName(enterprise),
      ]
        .filter((part) => part !== null && part !== '')
        .join(' · '),
      icon: UserRound,
      keys: [],
      run: () =>
        openPage('employees', {
          enterpriseGlobalId: employee.enterpriseGlobalId,
          memberGlobalId: employee.memberGlobalId,
          name,
        }),
    }
  }

  /** Enterprises by a part of their name. */
  const enterpriseEntries = computed<readonly PaletteEntry[]>(() =>
    query.value === '' || app.isPageHidden('customers')
      ? []
      : ranked(
          query.value,
          enterprisesStore.enterprises.map(({ enterpriseGlobalId, enterpriseName }) => ({
            id: `enterprise:${enterpriseGlobalId}`,
            kind: 'enterprise' as const,
            title: shownName(enterpriseName) ?? enterpriseGlobalId,
            others: enterpriseName === null ? [] : [fullName(enterpriseName)],
            detail: '',
            icon: Building2,
            keys: [],
            run: () => openPage('customers', { enterpriseGlobalId }),
          })),
        ).slice(0, maxNamedShown),
  )

  /**
   * The lock that “this lock” refers to: the one open on the lock desk, the only one plugged in, or the exact
   * match of the query.
   */
  const targetLock = computed<TargetLock | null>(() => {
    if (query.value !== '') {
      const [first, second] = foundLocks.value
      const normalized = foldNumber(lockCommand.value.number)
      const isExactMatch =
        first !== undefined &&
        (first.number === normalized ||
          (first.record !== null && foldNumber(first.record.assetNum) === normalized))
      return isExactMatch || second === undefined ? (first ?? null) : null
    }
    const { opened: open } = opened
    if (open !== null && route.name === 'desk') {
      const record = recordOf(open.number)
      if (record !== null) return { number: open.number, record, plugId: open.plugId }
    }
    const [only, another] = pluggedLocks.value
    return only !== undefined && another === undefined ? only : null
  })

  const whenEmpty = computed<readonly PaletteSection[]>(() => {
    const all = [...fixed.pageEntries.value, ...fixed.viewEntries.value, ...fixed.actionEntries.value]
    // With current titles; unavailable entries are left out.
    const recent = store.recent.flatMap((entry) => {
      if (entry.kind === 'lock' || entry.kind === 'employee' || entry.kind === 'enterprise') return [entry]
      return all.filter(({ id }) => id === entry.id)
    })
    const taken = new Set(recent.map(({ id }) => id))
    const rest = (entries: readonly PaletteEntry[]): readonly PaletteEntry[] =>
      entries.filter(({ id }) => !taken.has(id) && id !== `page:${route.name}`)
    const own = fixed.actionEntries.value.filter(({ id }) => fixed.isOfPage(id))
    const others = fixed.actionEntries.value.filter(({ id }) => !fixed.isOfPage(id))
    const ofLock = targetLock.value === null ? [] : fixed.ofLock(targetLock.value)
    return [
      { name: 'recent', entries: recent },
      { name: 'lock', entries: rest(pluggedLocks.value.slice(0, maxPluggedShown).map(lockEntry)) },
      { name: 'page-actions', entries: rest([...ofLock, ...own]) },
      { name: 'page', entries: rest(fixed.pageEntries.value) },
      { name: 'view', entries: rest(fixed.viewEntries.value).slice(0, maxViewsShown) },
      { name: 'action', entries: rest(others) },
    ]
  })

  const whenTyped = computed<readonly PaletteSection[]>(() => {
    const { action: typedAction } = lockCommand.value
    if (typedAction !== null) {
      const doing = foundLocks.value.flatMap((lock) =>
        fixed.ofLock(lock).filter(({ id }) => id === `action:${typedAction}:${lock.number}`),
      )
      return [
        { name: 'action', entries: doing },
        { name: 'lock', entries: [...lockEntries.value, ...namedEntries.value] },
      ]
    }
    const ofLock = targetLock.value === null ? [] : fixed.ofLock(targetLock.value)
    const lock = { name: 'lock', entries: [...lockEntries.value, ...namedEntries.value] } as const
    const employee = { name: 'employee', entries: employees.rows.value.map(employeeEntry) } as const
    const page = { name: 'page', entries: ranked(query.value, fixed.pageEntries.value) } as const
    const enterprise = { name: 'enterprise', entries: enterpriseEntries.value } as const
    const view = { name: 'view', entries: ranked(query.value, fixed.viewEntries.value) } as const
    const done = ranked(query.value, fixed.actionEntries.value)
    const action = { name: 'action', entries: [...ofLock, ...done] } as const
    if (mayBeNumber(query.value)) return [lock, view, action, page, enterprise, employee]
    // From the field of the lock desk, people and customers are meant: an early Enter waits for them.
    return query.value === store.asked
      ? [enterprise, employee, lock]
      : [page, view, action, enterprise, employee, lock]
  })

  const sections = computed(() =>
    (query.value === '' ? whenEmpty.value : whenTyped.value).filter(({ entries }) => entries.length > 0),
  )

  return {
    text,
    query,
    sections,
    entries: computed(() => sections.value.flatMap(({ entries }) => entries)),
    isSearching: computed(() => locks.isSearching.value || employees.isSearching.value),
    employeesFailed: employees.hasFailed,
    /** The number of matching locks that are not shown. */
    moreLocks: computed(() => Math.max(0, locks.total.value - locks.rows.value.length)),
  }
}
