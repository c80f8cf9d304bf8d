import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { JournalEntry } from '#shared/model/change'
import type { Job, RowOf } from '#shared/model/job'
import { useEmployeesStore } from '../../../app/stores/employees-store'
import { useJobsStore } from '../../../app/stores/jobs-store'
import { inSlices } from '../../../ui/table/in-slices'
import { checkPassword } from '../employee-fields'
import type { EmployeeValues } from '../employee-fields'
import { useEmployeeContextStore } from '../employee-context-store'
import { useUnsavedPasswordsStore } from '../unsaved-passwords-store'
import { tidy } from '../normalise'
import { createRowCheck } from './check-rows'
import type { CheckedAgainst, CheckedRow } from './check-rows'
import { changed, filled, requestRows, rowsOfJob } from './change-rows'
import { readRows } from './import-rows'
import type { Columns, ImportRow } from './import-rows'
import { createImportSecrets } from './import-secrets'
import { groupOf, isSendable, needsCorrecting } from './row-state'
import type { KnownRow, RowGroup } from './row-state'

const unchecked: CheckedRow = { findings: [], verdict: 'ready' }
const nobody: readonly ImportRow[] = []

/** The import of a file of employees: it goes on when the page is left, and ends with the window. */
export const useImportStore = defineStore('employee-import', () => {
  const jobs = useJobsStore()
  const employees = useEmployeesStore()
  const context = useEmployeeContextStore()
  const secrets = createImportSecrets()
  const check = createRowCheck()

  const isShown = ref(false)
  const enterpriseGlobalId = ref<string | null>(null)
  const fileName = ref('')
  const rows = shallowRef<readonly ImportRow[]>(nobody)
  const checked = shallowRef<readonly CheckedRow[]>([])
  /** Rows are being taken in, or held against the rules. */
  const isWorking = ref(false)
  /** The first job, then those of what was sent again. */
  const jobIds = ref<readonly string[]>([])
  const isStarting = ref(false)
  const failure = ref<CommandFailure | null>(null)
  /** Those who were added with a password made here that was not exported yet. */
  const made = shallowRef<readonly number[]>([])
  /** Begun before this window was opened: its passwords are not here. */
  const isTakenUp = ref(false)

  const job = computed<Job | null>(() => jobs.of(jobIds.value.at(-1) ?? null))
  const isRunning = computed(() => job.value !== null && job.value.state !== 'ended')

  const entryOf = ({ sent }: ImportRow): JournalEntry | null =>
    sent === null ? null : (jobs.rowsOf(sent.jobId)?.[sent.place] ?? null)
  const knownOf = (row: ImportRow): KnownRow => ({
    row,
    checked: checked.value[row.id] ?? unchecked,
    entry: entryOf(row),
    job: row.sent === null ? null : jobs.of(row.sent.jobId),
  })
  const stateOf = (row: ImportRow): RowGroup => groupOf(knownOf(row))

  /** One look at each row: how many there are of a kind, and which would be sent. */
  const overview = computed(() => {
    const groups = new Map<RowGroup, number>()
    const sendable: number[] = []
    let toCorrect = 0
    for (const row of rows.value) {
      const known = knownOf(row)
      const group = groupOf(known)
      groups.set(group, (groups.get(group) ?? 0) + 1)
      if (isSendable(known)) sendable.push(row.id)
      if (needsCorrecting(known)) toCorrect += 1
    }
    return { groups, sendable, toCorrect }
  })
  /** With a password made here that the platform has, or may have: they are nowhere else until they are exported. */
  const unsaved = ref(0)
  watch([overview, made], () => {
    unsaved.value = rows.value.filter((row) => {
      if (row.sent === null || !secrets.hasMade(row.id)) return false
      const group = stateOf(row)
      return group === 'waiting' || group === 'done' || group === 'unknown'
    }).length
  })
  useUnsavedPasswordsStore().count(unsaved)
  const tidied = computed(() => rows.value.filter((row) => row.tidied.length > 0).length)

  let giveUp = (): void => undefined
  /** What the rows were held against last: another enterprise's list tells nothing about them. */
  let against: CheckedAgainst | null = null
  const checkAll = (): void => {
    giveUp()
    if (against === null || employees.enterpriseGlobalId === enterpriseGlobalId.value) {
      const { departments, code, accounts } = context
      against = { departments, code, accounts }
    }
    isWorking.value = true
    giveUp = inSlices(check(rows.value, against), (result) => {
      checked.value = result
      isWorking.value = false
    })
  }
  watch([rows, () => context.departments, () => context.code, () => context.accounts], () => {
    if (rows.value.length > 0) checkAll()
  })

  const clear = (): void => {
    giveUp()
    isWorking.value = false
    rows.value = nobody
    checked.value = []
    jobIds.value = []
    made.value = []
    failure.value = null
    fileName.value = ''
    isTakenUp.value = false
    against = null
    secrets.clear()
  }

  /** Takes the rows of a file in, in slices. */
  const take = (
    given: { readonly fileName: string; readonly rows: readonly (readonly string[])[] },
    as: { readonly columns: Columns; readonly titleRows: number },
    enterprise: string,
  ): void => {
    clear()
    fileName.value = given.fileName
    enterpriseGlobalId.value = enterprise
    isWorking.value = true
    giveUp = inSlices(readRows(given.rows, as, secrets.type), (read) => {
      isWorking.value = false
      rows.value = read
    })
  }

  const replace = (next: ImportRow): void => {
    rows.value = rows.value.map((row) => (row.id === next.id ? next : row))
  }
  const canEdit = (row: ImportRow): boolean => {
    const group = stateOf(row)
    return group !== 'waiting' && group !== 'done' && group !== 'unknown'
  }

  const edit = (id: number, field: keyof EmployeeValues, given: string): void => {
    const row = rows.value[id]
    if (row === undefined || !canEdit(row)) return
    const { text } = tidy(field, given)
    if (text !== row.values[field]) replace(changed(row, { ...row.values, [field]: text }))
  }
  /** Empty: one is made when the row is sent. */
  const editPassword = (id: number, password: string): void => {
    const row = rows.value[id]
    if (row === undefined || !canEdit(row)) return
    const hasPassword = password !== ''
    if (hasPassword) secrets.type(id, password)
    else secrets.leaveToUs(id)
    const passwordFindings = hasPassword ? checkPassword(password) : []
    replace({ ...changed(row, row.values), hasPassword, passwordFindings })
  }
  /** Rows without a department take the one above, as merged cells mean it, or all the same. */
  const fillDepartments = (how: 'above' | { readonly department: string }): void => {
    rows.value = filled(rows.value, how, canEdit)
  }

  const attach = (jobId: string, ids: readonly number[]): void => {
    const places = new Map(ids.map((id, place) => [id, place]))
    rows.value = rows.value.map((row) => {
      const place = places.get(row.id)
      return place === undefined ? row : { ...row, sent: { jobId, place } }
    })
    jobIds.value = [...jobIds.value, jobId]
  }

  /** Sends what may be sent, as one job; main may ask in a dialog of its own. */
  const send = async (operatorIdentity: string): Promise<void> => {
    const id = enterpriseGlobalId.value
    const ids = overview.value.sendable
    if (id === null || ids.length === 0 || isStarting.value || isRunning.value || against === null) return
    isStarting.value = true
    failure.value = null
    const about = { enterpriseGlobalId: id, departments: against.departments, give: secrets.give }
    const wanted = ids.flatMap((row) => rows.value[row] ?? [])
    const asked = await new Promise<RowOf<'add-employee'>[]>((done) =>
      inSlices(requestRows(wanted, about), done),
    )
    const retryOf = jobIds.value.at(-1) ?? null
    const outcome = await jobs.start({ action: 'add-employee', operatorIdentity, rows: asked, retryOf })
    isStarting.value = false
    if (!outcome.ok) {
      failure.value = outcome.error
      return
    }
    attach(outcome.value.jobId, ids)
    await jobs.read(outcome.value.jobId)
  }

  /** The accounts as the platform made them come with the rows; what nobody needs any more is forgotten. */
  const conclude = async (jobId: string): Promise<void> => {
    const outcome = await jobs.read(jobId)
    if (!outcome.ok || !jobIds.value.includes(jobId)) return
    context.learn(outcome.value.rows)
    const done = rows.value.filter((row) => entryOf(row)?.state === 'done')
    for (const { id } of done) secrets.forgetTyped(id)
    made.value = done.flatMap(({ id }) => (secrets.made(id) === null ? [] : [id]))
  }
  watch(
    () => (job.value?.state === 'ended' ? job.value.jobId : null),
    (jobId) => void (jobId !== null && conclude(jobId)),
  )

  const settle = async (): Promise<void> => {
    for (const jobId of jobIds.value) {
      const outcome = await jobs.settle(jobId)
      failure.value = outcome.ok ? null : outcome.error
      await conclude(jobId)
    }
  }

  /** A job that was begun before this window was opened, shown as the list it was. */
  const takeUp = async (): Promise<void> => {
    if (rows.value.length > 0) return
    const open = await jobs.findOpen((action) => action === 'add-employee')
    if (open?.ok !== true || rows.value.length > 0) return
    const outcome = await jobs.read(open.value.jobId)
    if (!outcome.ok || rows.value.length > 0) return
    isTakenUp.value = true
    enterpriseGlobalId.value = outcome.value.rows[0]?.enterpriseGlobalId ?? null
    jobIds.value = [open.value.jobId]
    rows.value = rowsOfJob(open.value.jobId, outcome.value.rows)
  }

  /** Gives up what waits of a job whose passwords are gone: its rows may be sent again, with new ones. */
  const startAnew = async (): Promise<void> => {
    if (job.value === null) return
    const outcome = await jobs.cancel(job.value.jobId)
    failure.value = outcome.ok ? null : outcome.error
  }

  const passwordOf = (id: number): string | null => secrets.made(id)
  /** They were written to where the person said. */
  const forgetMade = (): void => {
    secrets.forgetMade(made.value)
    made.value = []
  }

  onScopeDispose(() => {
    giveUp()
    secrets.clear()
  })

  return {
    isShown,
    enterpriseGlobalId,
    fileName,
    rows,
    isWorking,
    overview,
    tidied,
    jobIds,
    job,
    isRunning,
    isStarting,
    isTakenUp,
    failure,
    made,
    unsaved,
    knownOf,
    stateOf,
    canEdit,
    take,
    edit,
    editPassword,
    fillDepartments,
    send,
    settle,
    takeUp,
    startAnew,
    passwordOf,
    forgetMade,
    clear,
  }
})
