import type { EmployeeDirectory } from '../../src-main/directory/employee-directory'

/** For tests without the member center: no employee list was read. */
export const noEmployees: Pick<EmployeeDirectory, 'known' | 'readAt' | 'refresh'> = {
  known: () => [],
  readAt: () => null,
  refresh: () => Promise.resolve(null),
}
