import type { TextKey } from '../../i18n/messages'
import { addressProblem, hasForbiddenCharacter } from '#shared/model/app/saved-platform'
import type { FieldName, KeySetup, Values } from './connect-fields'

export type ProblemKey = Extract<TextKey, `connect.problem.${string}`>
export type FieldProblems = Partial<Record<FieldName, ProblemKey | null>>

interface FormState {
  readonly keySetup: KeySetup
  /** An address without encryption is accepted. */
  readonly allowsPlain: boolean
  /** Main has the secret of the module for these fields. */
  readonly hasSecret: (module: 'order' | 'member') => boolean
}

const addressProblemOf = (url: string, allowsPlain: boolean): ProblemKey | null => {
  const problem = addressProblem(url)
  return problem === null || (problem === 'plain' && allowsPlain) ? null : `connect.problem.${problem}`
}

const characterProblem = (text: string): ProblemKey | null =>
  hasForbiddenCharacter(text.trim()) ? 'connect.problem.characters' : null

const keyProblem = (module: 'order' | 'member', values: Values, keySetup: KeySetup): ProblemKey | null => {
  const isEmpty = (name: FieldName) => values[name].trim() === ''
  const invalidCharacters = characterProblem(values[`${module}Key`])
  if (invalidCharacters !== null) return invalidCharacters
  if (keySetup === 'both') return isEmpty('orderKey') ? 'connect.problem.noKey' : null
  if (!isEmpty(`${module}Key`)) return null
  if (!isEmpty(`${module}Secret`)) return 'connect.problem.keyOfSecret'
  return isEmpty('orderKey') && isEmpty('memberKey') ? 'connect.problem.noKey' : null
}

/** What is wrong with each field; null if nothing is. */
export const problemsOf = (
  values: Values,
  { keySetup, allowsPlain, hasSecret }: FormState,
): FieldProblems => {
  const secretProblem = (module: 'order' | 'member'): ProblemKey | null =>
    values[`${module}Key`].trim() !== '' && values[`${module}Secret`] === '' && !hasSecret(module)
      ? 'connect.problem.secret'
      : null
  const isShared = keySetup === 'both'
  const withoutMember = !isShared && values.memberKey.trim() === ''
  return {
    name: values.name.trim() === '' ? 'connect.problem.name' : characterProblem(values.name),
    baseUrl: addressProblemOf(values.baseUrl, allowsPlain),
    userCentreUrl: addressProblemOf(values.userCentreUrl, allowsPlain),
    orderKey: keyProblem('order', values, keySetup),
    orderSecret: secretProblem('order'),
    memberKey: isShared ? null : keyProblem('member', values, keySetup),
    memberSecret: isShared ? null : secretProblem('member'),
    userName:
      values.userName.trim() !== '' && withoutMember
        ? 'connect.problem.signInNeedsKey'
        : characterProblem(values.userName),
  }
}
