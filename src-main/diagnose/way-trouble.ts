import type { TestProblemCode } from '#shared/model/environment'

/** What is mended where the platform's address and keys are entered; the rest is the network's or the platform's. */
const ours: ReadonlySet<TestProblemCode> = new Set([
  'name-not-found',
  'not-tls',
  'certificate-wrong-name',
  'secret-missing',
  'application-refused',
  'no-token-endpoint',
  'scope-missing',
  'sign-in-refused',
  'user-not-accepted',
  'no-platform',
  'connection-refused',
])

export const isTroubleOfOurs = (code: TestProblemCode): boolean => ours.has(code)
