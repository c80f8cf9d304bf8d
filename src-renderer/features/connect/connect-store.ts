import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { ConnectDraft } from '#shared/connect-commands'
import { testSteps } from '#shared/model/environment'
import type {
  EnvironmentFacts,
  EnvironmentFields,
  EnvironmentSecrets,
  TestStep,
} from '#shared/model/environment'
import { command, onEvent } from '../../bridge'

const untried: readonly TestStep[] = testSteps.map((name) => ({
  name,
  state: 'waiting',
  facts: [],
  problem: null,
}))

/** The dialog in which a platform is entered or edited, and the course of its test. */
export const useConnectStore = defineStore('connect', () => {
  const draft = ref<ConnectDraft | null>(null)
  /** What the secrets that main has belong to; null while it has none of a platform that is new. */
  const hasFor = ref<EnvironmentFields | null>(null)
  const signingIn = ref(false)
  const steps = ref(untried)
  const testing = ref(false)
  /** What came of the last test; null before the first, and once something was changed after it. */
  const passed = ref<boolean | null>(null)

  const begin = async (id: string | null = null): Promise<void> => {
    const outcome = await command('connect/begin', { id })
    if (!outcome.ok) return
    steps.value = untried
    passed.value = null
    draft.value = outcome.value
    hasFor.value = outcome.value.fields
  }

  const end = async (): Promise<void> => {
    draft.value = null
    testing.value = false
    await command('connect/end')
  }

  const test = async (
    fields: EnvironmentFields,
    secrets: EnvironmentSecrets,
  ): Promise<CommandFailure | null> => {
    const tested = draft.value
    testing.value = true
    passed.value = null
    steps.value = untried
    const outcome = await command('connect/test', { fields, secrets })
    testing.value = false
    if (!outcome.ok) return outcome.error
    // Closed meanwhile, or another one was begun.
    if (draft.value !== tested || tested === null) return null
    steps.value = outcome.value.report.steps
    passed.value = outcome.value.report.passed
    draft.value = { ...tested, has: outcome.value.has }
    hasFor.value = fields
    return null
  }

  const save = async (
    fields: EnvironmentFields,
    secrets: Omit<EnvironmentSecrets, 'password'>,
    anyway: boolean,
  ): Promise<{ readonly saved: EnvironmentFacts } | { readonly failure: CommandFailure }> => {
    const outcome = await command('connect/save', { fields, secrets, anyway })
    if (!outcome.ok) return { failure: outcome.error }
    draft.value = null
    return { saved: outcome.value }
  }

  onScopeDispose(onEvent('connect/steps', (told) => (steps.value = told)))
  return {
    draft,
    hasFor,
    signingIn,
    steps,
    testing,
    passed,
    begin,
    end,
    test,
    stopTest: () => command('connect/stop-test'),
    save,
    /** What was tested is not what stands there any more. */
    change: () => {
      passed.value = null
    },
  }
})
