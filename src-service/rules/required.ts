import type { BusinessCode } from '#shared/model/business-codes'
import { Refusal } from './refusal'

/** What names something is in an index, whose entries PostgreSQL limits; two of them with four bytes a character fit. */
const longestName = 255

const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/**
 * The named texts of `body`, all of them filled in and none longer than 255 characters. Which parameters are required the API document does not show
 * (section 4); each rule names its own.
 */
export const requireTexts = <Body extends object, Name extends keyof Body & string>(
  body: Body,
  names: readonly Name[],
  code: BusinessCode = '13004',
): Record<Name, string> => {
  const missing = names.find((name) => !isFilled(body[name]))
  if (missing !== undefined) throw new Refusal(code, `${missing}: must not be empty`)
  const endless = names.find((name) => Array.from(String(body[name])).length > longestName)
  if (endless !== undefined) throw new Refusal(code, `${endless}: longer than ${longestName} characters`)
  return Object.fromEntries(names.map((name) => [name, String(body[name])])) as Record<Name, string>
}
