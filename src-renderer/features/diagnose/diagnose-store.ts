import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure, CommandOutcome } from '#shared/commands'
import { checkGroupOf, checkGroups, noDiagnosis, worstLevel } from '#shared/model/diagnosis'
import type { CheckId, Diagnosis, FindingLevel } from '#shared/model/diagnosis'
import { command, onEvent } from '../../bridge'

/** What was found so long ago is looked at anew when the page opens. */
const youngMs = 60_000

/** What main has found, line by line as it comes. */
export const useDiagnoseStore = defineStore('diagnose', () => {
  const diagnosis = shallowRef<Diagnosis>(noDiagnosis)
  const failure = ref<CommandFailure | null>(null)

  const take = (outcome: CommandOutcome<'diagnose/read'>): void => {
    failure.value = outcome.ok ? null : outcome.error
    if (outcome.ok) diagnosis.value = outcome.value
  }
  const start = async (only: readonly CheckId[] | null): Promise<void> =>
    take(await command('diagnose/start', { only: only === null ? null : [...only] }))
  const cancel = async (): Promise<void> => take(await command('diagnose/cancel'))

  /** Looks by itself where nobody has, or not lately. */
  const open = async (): Promise<void> => {
    take(await command('diagnose/read'))
    const { state, endedAt } = diagnosis.value
    const isYoung = endedAt !== null && Date.now() - endedAt < youngMs
    if (failure.value === null && state !== 'running' && !isYoung) await start(null)
  }

  onScopeDispose(
    onEvent('diagnose/changed', (told) => {
      failure.value = null
      diagnosis.value = told
    }),
  )

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
      answered: diagnosis.value.lines.filter(({ state }) => state === 'done').length,
      note: count('note'),
      warning: count('warning'),
      problem: count('problem'),
    })),
    open,
    start,
    cancel,
  }
})
