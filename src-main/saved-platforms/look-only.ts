import { fail, notFound, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { Journal } from '../journal/journal'
import type { SavedPlatforms } from './saved-platforms'

const marksOf = (savedPlatforms: Pick<SavedPlatforms, 'all'>): ReadonlyMap<string, string> =>
  new Map(
    savedPlatforms
      .all()
      .flatMap(({ id, platformId, lookOnly }) => (lookOnly === true ? [[id, platformId] as const] : [])),
  )

/** Writes each new mark to the journal, whether Connect, Settings or a set-up file made it. */
export const journalMarks = (
  savedPlatforms: Pick<SavedPlatforms, 'all' | 'onChange'>,
  {
    journal,
    onError,
  }: { readonly journal: Pick<Journal, 'recordLookOnly'>; readonly onError: (error: unknown) => void },
): (() => void) => {
  let known = marksOf(savedPlatforms)
  return savedPlatforms.onChange(() => {
    const before = known
    known = marksOf(savedPlatforms)
    for (const [id, platformId] of known) {
      if (before.has(id)) continue
      void journal.recordLookOnly(platformId, true).then((written) => {
        if (!written.ok) onError(written.error)
      })
    }
  })
}

/** Marks a platform, or ends its mark. The end is in the journal before it counts. */
export const setLookOnly = async (
  id: string,
  isOn: boolean,
  {
    savedPlatforms,
    journal,
  }: {
    readonly savedPlatforms: Pick<SavedPlatforms, 'find' | 'lookOnlyOf' | 'setLookOnly'>
    readonly journal: Pick<Journal, 'recordLookOnly'>
  },
): Promise<Outcome<null, Failure<'not-found' | 'not-allowed' | 'not-saved'>>> => {
  const saved = savedPlatforms.find(id)
  if (saved === null) return notFound('the platform')
  if (!isOn && savedPlatforms.lookOnlyOf(id) === 'policy')
    return fail({ code: 'not-allowed', message: 'the policy marks this platform as look only' })
  if (isOn === (saved.lookOnly === true)) return succeed(null)
  const written = isOn ? null : await journal.recordLookOnly(saved.platformId, false)
  if (written?.ok === false) return fail({ code: 'not-saved', message: written.error.message })
  await savedPlatforms.setLookOnly(id, isOn)
  return succeed(null)
}
