import { createPolicy } from '../../../src-service/policy'
import { markdownTable } from './markdown'

/** The service's policies (src-service/policy.ts) with their defaults. */
export const policyTable = (): string =>
  markdownTable(
    ['Name', 'Default'],
    Object.entries(createPolicy()).map(([name, value]) => [`\`${name}\``, `\`${JSON.stringify(value)}\``]),
  )
