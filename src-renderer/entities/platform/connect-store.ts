import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { ConnectDraft } from '#shared/bridge/connect-commands'
import { testSteps } from '#shared/model/app/saved-platform'
import type {
  PlatformFacts,
  PlatformFields,
  PlatformSecrets,
  TestStep,
} from '#shared/model/app/saved-platform'
import { command, onEvent } from '../../bridge'

const untestedSteps: readonly TestStep[] = testSteps.map((name) => ({
  name,
  state: 'waiting',
  facts: [],
  problem: null,
}))

/** The dialog that adds or edits a platform, and the progress of its connection test. */
export const useConnectStore = defineStore('connect', () => {
  const draft = ref<ConnectDraft | null>(null)
  /** The fields to which main's saved secrets belong; null for a new platform without any. */
  const secretsOwner = ref<PlatformFields | null>(null)
  const signingIn = ref(false)
  const steps = ref(untestedSteps)
  const testing = ref(false)
  /** The result of the last test; null before the first one, and after a later change. */
  const passed = ref<boolean | null>(null)
  /** Fields were changed during or after the test: its result is outdated. */
  const isStale = ref(false)

  const begin = async (id: string | null = null): Promise<void> => {
    const outcome = await command('connect/begin', { id })
    if (!outcome.ok) return
    steps.value = untestedSteps
    passed.value = null
    isStale.value = false
    draft.value = outcome.value
    secretsOwner.value = outcome.value.fields
  }

  const end = async (): Promise<void> => {
    draft.value = null
    testing.value = false
    await command('connect/end')
  }

  const test = async (fields: PlatformFields, secrets: PlatformSecrets): Promise<CommandFailure | null> => {
    const tested = draft.value
    testing.value = true
    passed.value = null
    isStale.value = false
    steps.value = untestedSteps
    const outcome = await command('connect/test', { fields, secrets })
    testing.value = false
    if (!outcome.ok) return outcome.error
    // The dialog was closed or reopened meanwhile.
    if (draft.value !== tested || tested === null) return null
    draft.value = { ...tested, has: outcome.value.has }
    secretsOwner.value = fields
    if (hasChangedSince()) return null
    steps.value = outcome.value.report.steps
    passed.value = outcome.value.report.passed
    return null
  }

  // A function, because TypeScript assumes that `isStale` does not change during the await.
  const hasChangedSince = (): boolean => isStale.value

  const change = (): void => {
    const wasTested = testing.value || steps.value.some(({ state }) => state !== 'waiting')
    if (!wasTested) return
    if (testing.value) void command('connect/stop-test')
    isStale.value = true
    passed.value = null
    steps.value = untestedSteps
  }

  const save = async (
    fields: PlatformFields,
    secrets: Omit<PlatformSecrets, 'password'>,
    options: { readonly anyway: boolean; readonly lookOnly: boolean },
  ): Promise<{ readonly saved: PlatformFacts } | { readonly failure: CommandFailure }> => {
    const outcome = await command('connect/save', { fields, secrets, ...options })
    if (!outcome.ok) return { failure: outcome.error }
    draft.value = null
    return { saved: outcome.value }
  }

  onEvent('connect/steps', (update) => {
    if (!isStale.value) steps.value = update
  })
  return {
    draft,
    secretsOwner,
    signingIn,
    steps,
    testing,
    passed,
    isStale,
    begin,
    end,
    test,
    stopTest: () => command('connect/stop-test'),
    save,
    /** Marks the test result as outdated. */
    change,
  }
})
