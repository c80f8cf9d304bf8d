import { KeyRound, Search, UserRound } from '@lucide/vue'
import { computed, ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { statesOf } from '#shared/model/lock-record'
import type { LockRecord } from '#shared/model/lock-record'
import { groupShellNumber, isShellNumber, plainDigits } from '#shared/model/shell-number'
import type { MeantLock } from '../../app/actions/actions-store'
import { useEnterprisesStore } from '../../app/stores/enterprises-store'
import { useTexts } from '../../i18n/use-texts'
import { useOpenedStore } from '../lock-desk/opened-store'
import { shellNumberOf, usePluggedStore } from '../lock-desk/plugged-store'
import { useRecordsStore } from '../lock-desk/records-store'
import { useLookUp } from '../lock-desk/use-look-up'
import type { PaletteEntry, PaletteSection } from './palette-entry'
import { usePaletteStore } from './palette-store'
import { ranked } from './rank'
import { mayBeNumber, useLockSearch } from './use-lock-search'
import { usePersonSearch } from './use-person-search'
import { useStaticEntries } from './use-static-entries'

/** Locks shown before anything is typed. */
const someLocks = 4

/** What the palette lists for what was typed, in sections that never change places while answers come in. */
export const usePalette = () => {
  const store = usePaletteStore()
  const plugged = usePluggedStore()
  const records = useRecordsStore()
  const opened = useOpenedStore()
  const register = useEnterprisesStore()
  const route = useRoute()
  const router = useRouter()
  const lookUp = useLookUp()
  const { t } = useTexts()

  const text = ref('')
  const query = computed(() => text.value.trim())
  const locks = useLockSearch(() => query.value)
  const people = usePersonSearch(() => query.value)
  const fixed = useStaticEntries()

  const recordOf = (number: string): LockRecord | null => {
    const { answer } = records.of(number)
    return answer?.state === 'found' ? answer.record : null
  }
  const besideLock = (record: LockRecord | null, isPlugged: boolean): string =>
    [
      isPlugged ? t('palette.pluggedIn') : '',
      ...(record === null
        ? []
        : [
            t(`words.state.${statesOf(record, Date.now())[0]}`),
            record.enterpriseName ?? '',
            record.holder?.name ?? '',
          ]),
    ]
      .filter((part) => part !== '')
      .join(' · ')

  const inPorts = computed<readonly MeantLock[]>(() =>
    plugged.rows.flatMap(({ lock, leftAt }) => {
      const number = shellNumberOf(lock)
      return number === null || leftAt !== null
        ? []
        : [{ number, record: recordOf(number), plugId: lock.plugId }]
    }),
  )
  const lockEntry = ({ number, record, plugId }: MeantLock): PaletteEntry => ({
    id: `lock:${record?.assetNum ?? number}`,
    kind: 'lock',
    title: groupShellNumber(number),
    others: [],
    beside: besideLock(record, plugId !== null),
    icon: KeyRound,
    keys: [],
    run: () => lookUp(number, plugId),
  })

  /** Plugged-in locks stand before all others; each lock stands once. */
  const foundLocks = computed<readonly MeantLock[]>(() => {
    if (!mayBeNumber(query.value)) return []
    const digits = plainDigits(query.value)
    const here = inPorts.value.filter(({ number }) => number.includes(digits))
    const known = new Set(here.map(({ number }) => number))
    const others = locks.rows.value
      .map((record) => ({ number: record.shellNumber ?? record.assetNum, record, plugId: null }))
      .filter(({ number }) => !known.has(number))
    return [...here, ...others]
  })
  const lockEntries = computed<readonly PaletteEntry[]>(() => {
    const entries = foundLocks.value.map(lockEntry)
    const number = plainDigits(query.value)
    if (!isShellNumber(number) || foundLocks.value.some((lock) => lock.number === number)) return entries
    // On no list, or not found yet: the desk looks it up all the same.
    const asked: PaletteEntry = {
      id: `look-up:${number}`,
      kind: 'lock',
      title: t('palette.lookUp', { number: groupShellNumber(number) }),
      others: [],
      beside: '',
      icon: Search,
      keys: [],
      run: () => lookUp(number),
    }
    return [asked, ...entries]
  })

  const personEntry = (one: EmployeeRecord): PaletteEntry => {
    const name = one.name ?? one.userName ?? one.memberGlobalId
    const enterprise = register.enterprises.length > 1 ? register.nameOf(one.enterpriseGlobalId) : null
    return {
      id: `person:${one.memberGlobalId}`,
      kind: 'person',
      title: name,
      others: [],
      beside: [one.name === null ? null : one.userName, one.departmentName, enterprise]
        .filter((part) => part !== null && part !== '')
        .join(' · '),
      icon: UserRound,
      keys: [],
      run: () =>
        router.push({
          name: 'employees',
          query: { enterprise: one.enterpriseGlobalId, member: one.memberGlobalId, name },
        }),
    }
  }

  /** The one lock that “this lock” can only be: open on the desk, or alone in the ports; typed, the first that fits whole. */
  const meant = computed<MeantLock | null>(() => {
    if (query.value !== '') {
      const [first, second] = foundLocks.value
      const isWhole = first?.number === plainDigits(query.value)
      return isWhole || second === undefined ? (first ?? null) : null
    }
    const { opened: open } = opened
    if (open !== null && route.name === 'desk') {
      const record = recordOf(open.number)
      if (record !== null) return { number: open.number, record, plugId: open.plugId }
    }
    const [only, another] = inPorts.value
    return only !== undefined && another === undefined ? only : null
  })

  const whenEmpty = computed<readonly PaletteSection[]>(() => {
    const all = [...fixed.pageEntries.value, ...fixed.actionEntries.value]
    // In today's words; what cannot be done just now is left out.
    const recent = store.recent.flatMap((entry) => {
      if (entry.kind === 'lock' || entry.kind === 'person') return [entry]
      return all.filter(({ id }) => id === entry.id)
    })
    const taken = new Set(recent.map(({ id }) => id))
    const rest = (entries: readonly PaletteEntry[]): readonly PaletteEntry[] =>
      entries.filter(({ id }) => !taken.has(id) && id !== `page:${String(route.name)}`)
    const own = fixed.actionEntries.value.filter(({ id }) => fixed.isOfPage(id))
    const others = fixed.actionEntries.value.filter(({ id }) => !fixed.isOfPage(id))
    const ofLock = meant.value === null ? [] : fixed.ofLock(meant.value)
    return [
      { name: 'recent', entries: recent },
      { name: 'lock', entries: rest(inPorts.value.slice(0, someLocks).map(lockEntry)) },
      { name: 'here', entries: rest([...ofLock, ...own]) },
      { name: 'page', entries: rest(fixed.pageEntries.value) },
      { name: 'action', entries: rest(others) },
    ]
  })

  const whenTyped = computed<readonly PaletteSection[]>(() => {
    const ofLock = meant.value === null ? [] : fixed.ofLock(meant.value)
    const lock = { name: 'lock', entries: lockEntries.value } as const
    const person = { name: 'person', entries: people.rows.value.map(personEntry) } as const
    const page = { name: 'page', entries: ranked(query.value, fixed.pageEntries.value) } as const
    const done = ranked(query.value, fixed.actionEntries.value)
    const action = { name: 'action', entries: [...ofLock, ...done] } as const
    return mayBeNumber(query.value) ? [lock, action, page, person] : [page, action, person, lock]
  })

  const sections = computed(() =>
    (query.value === '' ? whenEmpty.value : whenTyped.value).filter(({ entries }) => entries.length > 0),
  )

  return {
    text,
    query,
    sections,
    entries: computed(() => sections.value.flatMap(({ entries }) => entries)),
    isSearching: computed(() => locks.isSearching.value || people.isSearching.value),
    peopleFailed: people.hasFailed,
    /** Locks that have these digits and are not shown. */
    moreLocks: computed(() => Math.max(0, locks.total.value - locks.rows.value.length)),
  }
}
