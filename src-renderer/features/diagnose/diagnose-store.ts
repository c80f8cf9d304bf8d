import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { CommandOutcome } from '#shared/bridge/commands'
import { checkGroupOf, checkGroups, noDiagnosis, worstLevel } from '#shared/model/app/diagnosis'
import type { CheckId, Diagnosis, FindingLevel } from '#shared/model/app/diagnosis'
import { isRecent } from '#shared/model/recent'
import { command, onEvent } from '../../bridge'
import { useRequest } from '../../use-command'

/** Older results are refreshed when the page opens, ms. */
const maxAgeMs = 60_000

/** The findings from main, line by line as they arrive. */
export const useDiagnoseStore = defineStore('diagnose', () => {
  const diagnosis = shallowRef<Diagnosis>(noDiagnosis)
  const { run, failure, clear } = useRequest()

  const apply = async (read: () => Promise<CommandOutcome<'diagnose/read'>>): Promise<void> => {
    const outcome = await run(read)
    if (outcome.ok) diagnosis.value = outcome.value
  }
  const start = (only: readonly CheckId[] | null): Promise<void> =>
    apply(() => command('diagnose/start', { only: only === null ? null : [...only] }))
  const cancel = (): Promise<void> => apply(() => command('diagnose/cancel'))

  /** Starts a diagnosis if there is none or it is outdated. */
  const open = async (): Promise<void> => {
    await apply(() => command('diagnose/read'))
    const { state, endedAt } = diagnosis.value
    const isCurrent = endedAt !== null && isRecent(endedAt, Date.now(), maxAgeMs)
    if (failure.value === null && state !== 'running' && !isCurrent) await start(null)
  }

  onEvent('diagnose/changed', (update) => {
    clear()
    diagnosis.value = update
  })

  const groups = computed(() =>
    checkGroups.flatMap((group) => {
      const lines = diagnosis.value.lines.filter(({ id }) => checkGroupOf[id] === group)
      return lines.length === 0 ? [] : [{ group, lines, level: worstLevel(lines) }]
    }),
  )
  const count = (level: FindingLevel) =>
    diagnosis.value.lines.filter(({ finding }) => finding?.level === level).length

  return {
    diagnosis,
    failure,
    groups,
    isRunning: computed(() => diagnosis.value.state === 'running'),
    counts: computed(() => ({
      all: diagnosis.value.lines.length,
      finished: diagnosis.value.lines.filter(({ state }) => state === 'done').length,
      note: count('note'),
      warning: count('warning'),
      problem: count('problem'),
    })),
    open,
    start,
    cancel,
  }
})
