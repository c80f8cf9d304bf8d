import type { CommandName, CommandValue } from '#shared/bridge/commands'
import type { EventName, Events } from '#shared/bridge/events'
import type { JournalEntry } from '#shared/model/changes/change'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { ListLookupResult, LookupResult } from '#shared/model/locks/lookup-result'
import type { Settings } from '#shared/model/app/settings'
import type { Name } from '#shared/model/name'

// Whose names free text is searched for (`shownText`). Names themselves need no entry: their type says what they are.

type Names = readonly (Name | null)[]
type InResults = { readonly [Command in CommandName]?: (value: CommandValue<Command>) => Names }
type InEvents = { readonly [Event in EventName]?: (payload: Events[Event]) => Names }

const ofRecords = (records: readonly LockRecord[]): Names =>
  records.flatMap(({ enterpriseName, holder }) => [enterpriseName, holder?.name ?? null])
const ofEmployees = (employees: readonly EmployeeRecord[]): Names =>
  employees.flatMap(({ name, userName, passwordMobile }) => [name, userName, passwordMobile])
const ofEntries = (entries: readonly JournalEntry[]): Names =>
  entries.flatMap(({ enterpriseName, memberName, operatorIdentity }) => [
    enterpriseName,
    memberName,
    operatorIdentity,
  ])
const ofSettings = ({ operatorIdentity, operators }: Settings): Names => [operatorIdentity, ...operators]
const ofLookup = (result: LookupResult | ListLookupResult): Names => {
  if (result.state === 'found') return ofRecords([result.record])
  if (result.state === 'ambiguous') return ofRecords(result.records)
  return result.state === 'not-listed' ? ofRecords(result.near ?? []) : []
}
const ofEnterprises = (rows: readonly { readonly enterpriseName: Name | null }[]): Names =>
  rows.map(({ enterpriseName }) => enterpriseName)

export const namesInResults: InResults = {
  'settings/read': ofSettings,
  'settings/change': ofSettings,
  'environments/list': ({ environments }) => environments.map(({ userName }) => userName),
  'platform/status': ({ signedInAs }) => [signedInAs],
  'enterprises/list': ({ rows }) => ofEnterprises(rows),
  'enterprises/read': ofEnterprises,
  'customers/query': ofEnterprises,
  'assets/list': ({ rows }) => ofRecords(rows),
  'assets/find': (found) => (found.state === 'found' ? ofRecords(found.rows) : []),
  'locks/look-up': ofLookup,
  'locks/look-up-many': ({ results }) => results.flatMap(ofLookup),
  'locks/names': ({ rows }) => rows.flatMap(({ name, note }) => [name, note]),
  'employees/list': ({ rows }) => ofEmployees(rows),
  'employees/find': (found) => (found.state === 'found' ? ofEmployees(found.rows) : []),
  'loans/list': ({ rows }) =>
    rows.flatMap(({ enterpriseName, memberName, currentHolder }) => [
      enterpriseName,
      memberName,
      currentHolder,
    ]),
  'journal/slice': ({ rows }) => ofEntries(rows),
  'journal/recent': ofEntries,
  'journal/entries': ofEntries,
  'jobs/read': ({ rows }) => ofEntries(rows),
  'changes/unresolved': ({ changes }) => ofEntries(changes.map(({ entry }) => entry)),
  'outbox/list': ({ changes }) => ofEnterprises(changes),
  'stocktakes/read': ({ rows }) => [...ofEnterprises(rows), ...rows.map(({ lentTo }) => lentTo)],
  'work-orders/check': (rows) => rows.flatMap(({ employee, enterpriseName }) => [employee, enterpriseName]),
  'work-orders/signed': (orders) => orders.map(({ preparedBy }) => preparedBy),
}

export const namesInEvents: InEvents = {
  'settings/changed': ofSettings,
  'platform/status': ({ signedInAs }) => [signedInAs],
}
