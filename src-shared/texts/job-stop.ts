import type { ChangeAction, ChangeReason } from '../model/changes/change'
import type { JobPause } from '../model/changes/job'
import { reasonNameOf } from './explanation-name'
import type { JobStopTexts } from './job-stops-en'

/** A pause by which a job stopped itself (docs/changes-and-recovery.md). */
export type JobStop = Extract<JobPause, { readonly kind: 'first-failed' | 'many-failed' }>

export const isJobStop = (pause: JobPause | null): pause is JobStop =>
  pause?.kind === 'first-failed' || pause?.kind === 'many-failed'

type Values = Readonly<Record<string, string | number>>
type ShortReason = keyof JobStopTexts['why']

/** A text of job-stops-en.ts by its path. */
export type JobStopKey =
  | Exclude<keyof JobStopTexts, 'item' | 'items' | 'why'>
  | `${'item' | 'items'}.${ChangeAction}`
  | `why.${ShortReason}`

/** Says the texts outside the window. */
export const sayJobStop =
  (texts: JobStopTexts) =>
  (key: JobStopKey, values: Values = {}): string => {
    const [name = '', member = ''] = key.split('.')
    const text: unknown = texts[name as keyof JobStopTexts]
    const found = typeof text === 'string' ? text : (text as Readonly<Record<string, string>>)[member]
    return (found ?? key).replace(/\{(\w+)\}/g, (_all, value: string) => String(values[value] ?? ''))
  }

/** Reasons that fit into the sentence. */
const shortReasons: Readonly<Record<ShortReason, true>> = {
  'status-no-such-lock': true,
  'status-wrong-type': true,
}
const shortReasonOf = (reason: ChangeReason | null): ShortReason | null => {
  if (reason === null || reason.kind === 'platform') return null
  const name = reasonNameOf(reason)
  return name in shortReasons ? (name as ShortReason) : null
}

/**
 * Why a job stopped itself, as sentences: “The first lock failed: wrong lock type.”, “Nothing else was sent.”
 * @param what the sentence about a reason
 */
export const jobStopSentences = (
  stop: JobStop,
  action: ChangeAction,
  say: (key: JobStopKey, values?: Values) => string,
  what: (reason: ChangeReason) => string,
): readonly string[] => {
  const isFirst = stop.kind === 'first-failed'
  const head = isFirst
    ? say(stop.state === 'unknown' ? 'firstUnconfirmed' : 'firstFailed', { item: say(`item.${action}`) })
    : say(stop.unconfirmed > 0 ? 'manyUnconfirmed' : 'manyFailed', {
        failed: stop.failed,
        tried: stop.tried,
        items: say(`items.${action}`),
      })
  const why = shortReasonOf(stop.reason)
  const sentences =
    why === null
      ? [say('end', { head }), ...(stop.reason === null ? [] : [what(stop.reason)])]
      : [say('because', { head, why: say(`why.${why}`) })]
  return isFirst ? [...sentences, say('nothingElse')] : sentences
}
