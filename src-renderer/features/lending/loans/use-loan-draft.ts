import { computed, ref, watch } from 'vue'
import type { Loan } from '#shared/model/changes/loan'
import { useLoansStore } from '../../../entities/loan/loans-store'
import { useTexts } from '../../../i18n/use-texts'
import { saveBeforeLeaving } from '../../../stores/save-before-leaving'
import { useMessage } from '../../../ui/feedback/use-message'
import { fullName } from '../../../names/shown-name'
import { useRequest } from '../../../use-command'

/** A pause in typing after which a note is saved. */
const typingPauseMs = 500

/** The due date and the note of a loan while they are edited. They are saved without a button, also when the loan is left. */
export const useLoanDraft = (loan: () => Loan) => {
  const loans = useLoansStore()
  const { t } = useTexts()
  const dueOn = ref(loan().dueOn)
  const note = ref(fullName(loan().note))
  const isDayInvalid = ref(false)
  const message = useMessage()
  const { failure, run } = useRequest()
  const isChanged = computed(() => dueOn.value !== loan().dueOn || note.value.trim() !== loan().note)

  let timer: ReturnType<typeof setTimeout> | undefined
  let isSaving = false
  // A day that cannot be read does not keep the note from being saved.
  const draft = () => ({ due: isDayInvalid.value ? loan().dueOn : dueOn.value, text: note.value.trim() })
  let sent = draft()
  const save = async (): Promise<void> => {
    clearTimeout(timer)
    // The running one saves what is typed meanwhile.
    if (isSaving || !isChanged.value) return
    isSaving = true
    for (;;) {
      sent = draft()
      const { due, text } = sent
      if ((await run(() => loans.setDue(loan(), due, text))) !== null) break
      message.value = () => t('lending.details.saved')
      if (text === note.value.trim() && (isDayInvalid.value || due === dueOn.value)) break
    }
    isSaving = false
  }

  // Follows changes made elsewhere, such as in the loan form, while the field is not being edited.
  watch(
    () => [loan().dueOn, loan().note] as const,
    ([due, text], [dueBefore, textBefore]) => {
      if (dueOn.value === dueBefore) dueOn.value = due
      if (note.value.trim() === textBefore) note.value = fullName(text)
    },
  )
  watch([dueOn, note], ([due], [dueBefore]) => {
    message.value = ''
    clearTimeout(timer)
    if (!isChanged.value) return
    if (due !== dueBefore) void save()
    else timer = setTimeout(() => void save(), typingPauseMs)
  })
  // The window does not wait for the pause, nor for the request that runs.
  saveBeforeLeaving(() => {
    const { due, text } = draft()
    if (!isSaving) void save()
    else if (due !== sent.due || text !== sent.text) void loans.setDue(loan(), due, text)
  })

  return { dueOn, note, isDayInvalid, message, failure, run, save }
}
