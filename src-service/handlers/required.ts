import type { BusinessCode } from '#shared/model/api/business-codes'
import { BusinessException } from './business-exception'

/**
 * These texts are index keys, whose size PostgreSQL limits. Two texts of this length fit even with four bytes
 * per character.
 */
const maxNameLength = 255

const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/**
 * Returns the named fields of `body`; each must be non-empty and at most 255 characters long. The API does not
 * show which parameters are required (section 4), so each handler lists its own.
 */
export const requireTexts = <Body extends object, Name extends keyof Body & string>(
  body: Body,
  names: readonly Name[],
  code: BusinessCode = '13004',
): Record<Name, string> => {
  const missing = names.find((name) => !isFilled(body[name]))
  if (missing !== undefined) throw new BusinessException(code, `${missing}: must not be empty`)
  const endless = names.find((name) => Array.from(String(body[name])).length > maxNameLength)
  if (endless !== undefined)
    throw new BusinessException(code, `${endless}: must not be longer than ${maxNameLength} characters`)
  return Object.fromEntries(names.map((name) => [name, String(body[name])])) as Record<Name, string>
}
