import { messageOf } from '#shared/error-message'
import { noPolicy } from '#shared/model/app/policy'
import type { PolicyState } from '#shared/model/app/policy'
import { policySchema } from '#shared/model/app/policy-schema'
import type { PolicySource } from './policy-source'

/** A message in one line, short enough for a notice. */
const shortened = (error: unknown): string => {
  const [line = ''] = messageOf(error).split('\n', 1)
  return line.slice(0, 300)
}

/** Reads and validates the policy. A policy that cannot be used counts as unreadable as a whole. */
export const readPolicy = async ({ name: source, read }: PolicySource): Promise<PolicyState> => {
  const unreadable = (problem: string): PolicyState => ({ state: 'unreadable', source, problem, policy: {} })
  let content: unknown
  try {
    content = await read()
  } catch (error) {
    return unreadable(shortened(error))
  }
  if (content === null) return noPolicy
  const result = policySchema.safeParse(content)
  if (result.success) return { state: 'active', source, policy: result.data }
  const [issue] = result.error.issues
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  return unreadable(`${place}${shortened(issue?.message ?? 'is invalid')}`)
}
