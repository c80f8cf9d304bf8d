import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure, ListLookUp } from '#shared/commands'
import { preFlight } from '#shared/model/pre-flight'
import type { Checked, Verdict } from '#shared/model/pre-flight'
import { command, onEvent } from '../../../bridge'
import { gathered } from '../../../app/gathered'
import { useJobsStore } from '../../../app/stores/jobs-store'
import { useDeskStore } from '../desk-store'
import { answered, checkedOfEntry, countGroups, needsFresh, newRow } from './list-rows'
import type { ListRow, SentRow, ShownRow } from './list-rows'

/** So many numbers go into one look-up. */
const lookUpStep = 2000
/** Main takes no longer list (commands-schema.ts). */
export const mostRows = 100_000
/** Lists of several enterprises arrive together; the rows are read again in one go. */
const gatherFor = 200
/** While a job runs it says each second what it has done; a long list is not looked up for it all the time. */
const restPerLookUp = 20

interface Tick {
  readonly ticked: boolean
  /** A tick holds for the doubt it was given for: what is doubtful in another way is asked anew. */
  readonly on: Verdict
}

/** The list: rows that are checked, ticked and sent, and what became of them. */
export const useListStore = defineStore('list', () => {
  const desk = useDeskStore()
  const jobs = useJobsStore()
  const rows = shallowRef<readonly ListRow[]>([])
  const ticks = shallowRef<ReadonlyMap<number, Tick>>(new Map())
  const sent = shallowRef<ReadonlyMap<number, SentRow>>(new Map())
  /** The job that was started last from this list. */
  const jobId = ref<string | null>(null)
  const looking = ref<{ readonly done: number; readonly total: number; readonly asks: boolean } | null>(null)
  const failure = ref<CommandFailure | null>(null)
  /** How many enterprises there are lists of; null until something was looked up. */
  const enterprises = ref<number | null>(null)
  /** The row a scan or a jump points at. */
  const pointedAt = ref<{ readonly id: number; readonly isAgain: boolean } | null>(null)
  let lastId = 0

  const checked = computed(() => preFlight(rows.value, desk.change))
  const isSent = computed(() => sent.value.size > 0)

  const isTicked = (id: number, { verdict, tickable }: Checked): boolean => {
    if (!tickable) return false
    const tick = ticks.value.get(id)
    if (tick === undefined) return verdict === 'ready'
    return tick.ticked ? tick.on === verdict || verdict === 'ready' : false
  }

  const entryOf = (sentAs: SentRow | undefined) =>
    sentAs === undefined ? null : (jobs.rowsOf(sentAs.jobId)?.[sentAs.place] ?? null)

  const shown = computed<readonly ShownRow[]>(() =>
    rows.value.map((row, index) => {
      const sentAs = sent.value.get(row.id)
      const check = sentAs?.checked ?? checked.value[index] ?? checkedNot
      const entry = entryOf(sentAs)
      const first = check.firstRow === null ? undefined : rows.value[check.firstRow]
      return {
        id: row.id,
        place: index + 1,
        text: row.text,
        number: check.record?.shellNumber ?? entry?.shellNumber ?? row.number,
        records: row.looked?.state === 'ambiguous' ? row.looked.records.length : 0,
        customer: check.record?.enterpriseName ?? entry?.enterpriseName ?? null,
        checked: check,
        ticked: !isSent.value && isTicked(row.id, check),
        entry,
        entryOfFirst: first === undefined ? null : entryOf(sent.value.get(first.id)),
        sent: sentAs !== undefined,
      }
    }),
  )
  const groups = computed(() => countGroups(shown.value, isSent.value))
  const ticked = computed(() => shown.value.filter((row) => row.ticked))

  /**
   * Looks rows up, and answers once they have their answer. Main is asked in steps, so that no answer is too much for
   * one frame; the rows turn together, since every turn checks the whole list.
   */
  const lookUp = async (ids: readonly number[], freshness: 'known' | 'fresh'): Promise<void> => {
    const wanted = new Set(ids)
    const asked = rows.value.filter(({ id }) => wanted.has(id))
    const asks = freshness === 'fresh'
    const answers = new Map<number, { readonly looked: ListLookUp | undefined; readonly counts: boolean }>()
    for (let done = 0; done < asked.length; done += lookUpStep) {
      looking.value = { done, total: asked.length, asks }
      const step = asked.slice(done, done + lookUpStep)
      const numbers = step.map(({ number }) => number)
      const outcome = await command('desk/look-up-many', { numbers, freshness })
      if (!outcome.ok) {
        failure.value = outcome.error
        break
      }
      failure.value = outcome.value.failure
      enterprises.value = outcome.value.enterprises
      const counts = asks && outcome.value.failure === null
      step.forEach(({ id }, place) => answers.set(id, { looked: outcome.value.looked[place], counts }))
    }
    rows.value = rows.value.map((row) => {
      const answer = answers.get(row.id)
      return answer === undefined ? row : answered(row, answer.looked, answer.counts)
    })
    looking.value = null
  }

  /** Everything that was sent came to a good end: what is put on the list next begins a new one. */
  const isOver = (): boolean =>
    isSent.value &&
    jobs.of(jobId.value)?.state === 'ended' &&
    [...groups.value.keys()].every((group) => group === 'done')

  const findSame = (row: ListRow): ListRow | undefined =>
    rows.value.find(({ number }) => number === row.number)

  /**
   * Puts numbers on the list; what is known of them comes at once, then the platform is asked where that is old.
   * `left` is how many did not fit.
   */
  const add = async (texts: readonly string[]): Promise<{ readonly left: number }> => {
    if (isOver()) clear()
    const room = Math.max(0, mostRows - rows.value.length)
    const added = texts.slice(0, room).map((text) => newRow((lastId += 1), text))
    rows.value = [...rows.value, ...added]
    const ids = added.map(({ id }) => id)
    await lookUp(ids, 'known')
    const now = Date.now()
    const isNew = new Set(ids)
    const old = rows.value.filter((row) => isNew.has(row.id) && needsFresh(row, now))
    if (old.length > 0) {
      await lookUp(
        old.map(({ id }) => id),
        'fresh',
      )
    }
    return { left: texts.length - added.length }
  }

  /** One number from a scanner or a hand: a second time it is pointed at, and not put on the list again. */
  const addOne = (text: string): { readonly place: number; readonly isNew: boolean } => {
    const same = isOver() ? undefined : findSame(newRow(0, text))
    if (same !== undefined) {
      pointedAt.value = { id: same.id, isAgain: true }
      return { place: rows.value.indexOf(same) + 1, isNew: false }
    }
    void add([text])
    pointedAt.value = { id: lastId, isAgain: false }
    return { place: rows.value.length, isNew: true }
  }

  const tick = (ids: readonly number[], isOn: boolean): void => {
    const places = new Map(rows.value.map(({ id }, index) => [id, index]))
    const next = new Map(ticks.value)
    for (const id of ids) {
      const check = checked.value[places.get(id) ?? -1]
      if (check?.tickable === true) next.set(id, { ticked: isOn, on: check.verdict })
    }
    ticks.value = next
  }

  const choose = (id: number, assetNum: string): void => {
    rows.value = rows.value.map((row) => (row.id === id ? { ...row, chosen: assetNum } : row))
  }

  const keepOnly = (isKept: (row: ListRow) => boolean): void => {
    rows.value = rows.value.filter(isKept)
  }
  const remove = (id: number): void => keepOnly((row) => row.id !== id)

  const clear = (): void => {
    rows.value = []
    ticks.value = new Map()
    sent.value = new Map()
    jobId.value = null
    failure.value = null
    pointedAt.value = null
  }

  /** Asks the platform for the rows that have no record; a second look lets a person send them all the same. */
  const lookAgain = async (): Promise<void> => {
    const missing = rows.value.filter(({ looked }) => looked === null || looked.state === 'not-listed')
    await lookUp(
      missing.map(({ id }) => id),
      'fresh',
    )
  }

  /** From here on these rows show what becomes of them in the job, one after another as they stand there. */
  const attach = (job: string, ids: readonly number[]): void => {
    const checks = new Map(shown.value.map(({ id, checked: check }) => [id, check]))
    const next = new Map(sent.value)
    ids.forEach((id, place) => {
      const check = checks.get(id)
      if (check !== undefined) next.set(id, { jobId: job, place, checked: check })
    })
    sent.value = next
    jobId.value = job
  }

  /** A job that was begun before this window was opened, shown as the list it was. */
  const takeUp = async (job: string): Promise<void> => {
    const outcome = await jobs.read(job)
    if (!outcome.ok || rows.value.length > 0) return
    const entries = outcome.value.rows
    const made = entries.map((entry) => newRow((lastId += 1), entry.shellNumber ?? entry.key))
    rows.value = made
    jobId.value = job
    sent.value = new Map(
      made.map(({ id }, place) => {
        const entry = entries[place]
        const check = entry === undefined ? checkedNot : checkedOfEntry(entry)
        return [id, { jobId: job, place, checked: check }]
      }),
    )
  }

  /** What was not sent becomes the list again, checked against what is known now. */
  const keepLeftOut = async (): Promise<void> => {
    const wasSent = sent.value
    keepOnly(({ id }) => !wasSent.has(id))
    sent.value = new Map()
    jobId.value = null
    await lookUp(
      rows.value.map(({ id }) => id),
      'known',
    )
  }

  const lookAnew = async (isMeant: (row: ListRow) => boolean): Promise<void> => {
    if (isSent.value || looking.value !== null) return
    const ids = rows.value.filter(isMeant).map(({ id }) => id)
    if (ids.length > 0) await lookUp(ids, 'known')
  }
  let gathering: ReturnType<typeof setTimeout> | undefined
  const changedHere = new Set<string>()
  const following = gathered(
    async () => {
      const ids = new Set(changedHere)
      changedHere.clear()
      await lookAnew(({ looked }) => looked?.state === 'found' && ids.has(looked.record.enterpriseGlobalId))
    },
    gatherFor,
    restPerLookUp,
  )
  const unsubscribes = [
    onEvent('records/refreshed', () => {
      clearTimeout(gathering)
      gathering = setTimeout(() => void lookAnew(() => true), gatherFor)
    }),
    onEvent('records/changed-here', ({ enterpriseGlobalIds }) => {
      for (const id of enterpriseGlobalIds) changedHere.add(id)
      following.ask()
    }),
  ]
  onScopeDispose(() => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    following.stop()
    clearTimeout(gathering)
  })

  return {
    rows,
    shown,
    groups,
    ticked,
    isSent,
    jobId,
    looking,
    failure,
    enterprises,
    pointedAt,
    add,
    addOne,
    tick,
    choose,
    remove,
    keepOnly,
    clear,
    lookAgain,
    attach,
    takeUp,
    keepLeftOut,
  }
})

const checkedNot: Checked = {
  verdict: 'checking',
  also: [],
  record: null,
  assetNum: null,
  firstRow: null,
  tickable: false,
}
