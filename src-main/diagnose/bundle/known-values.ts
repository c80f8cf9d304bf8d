import { hostname, homedir, userInfo } from 'node:os'
import type { Settings } from '#shared/model/app/settings'
import type { AttachedDevices } from '#shared/model/locks/attached-device'
import { secretName, signInIdentity } from '../../saved-platforms/platform-secrets'
import type { SavedPlatforms } from '../../saved-platforms/saved-platforms'
import type { SavedPlatform } from '../../saved-platforms/saved-platforms-file'
import type { Credentials } from '../../platform/auth/credentials'
import type { EmployeeDirectory } from '../../directory/employee-directory'
import type { EnterpriseListContent } from '../../directory/enterprise-list'
import { refreshTokenName } from '../../vault/refresh-token'
import type { Vault } from '../../vault/vault'
import type { KnownValues } from './scrub'

export interface KnownSources {
  readonly vault: Vault
  readonly savedPlatforms: SavedPlatforms
  /** Of the open platform and of the command line. */
  readonly credentials: readonly Credentials[]
  /** Of proxies. */
  readonly proxyPasswords: readonly string[]
  readonly settings: Settings
  readonly register: EnterpriseListContent
  readonly employees: EmployeeDirectory
  readonly devices: AttachedDevices
  /** Enterprises of the open platform whose employees have been read. */
  readonly enterprises: readonly string[]
}

const withoutEmpty = (values: readonly (string | null | undefined)[]): string[] =>
  values.flatMap((value) => (value == null || value === '' ? [] : [value]))

const secretsOf = async (vault: Vault, saved: SavedPlatform): Promise<(string | null)[]> => [
  saved.orderAppKey,
  saved.memberAppKey,
  ...(await Promise.all(
    [
      secretName(saved.id, 'order'),
      secretName(saved.id, 'member'),
      refreshTokenName(signInIdentity(saved)),
    ].map((name) => vault.read(name)),
  )),
]

const maxEmployees = 200_000

/** Uses only lists already read: redaction must not cause requests. */
const namesOf = (employees: EmployeeDirectory, enterprises: readonly string[]): string[] =>
  enterprises.flatMap((id) => {
    if (employees.names(id).size === 0) return []
    const { rows } = employees.list(id, 0, maxEmployees)
    return rows.flatMap((one) =>
      withoutEmpty([one.name, one.userName, one.departmentName, one.passwordMobile]),
    )
  })

/** Collects all known secrets and names to remove from a support bundle. */
export const knownValues = async (sources: KnownSources): Promise<KnownValues> => {
  const { vault, savedPlatforms, credentials, settings, register, employees } = sources
  const saved = savedPlatforms.all()
  const storedSecrets = await Promise.all(saved.map((one) => secretsOf(vault, one)))
  const launchedSecrets = credentials.flatMap(({ applications: { order, member }, user }) => [
    order?.key,
    order?.secret,
    member?.key,
    member?.secret,
    user?.password,
  ])
  const enterprises = Object.values(register.platforms).flat()
  return {
    secrets: withoutEmpty([...storedSecrets.flat(), ...launchedSecrets, ...sources.proxyPasswords]),
    numbers: withoutEmpty(
      sources.devices.devices.flatMap(({ facts, reading }) => [
        facts.serialNumber,
        reading?.state === 'read' ? reading.shellNumber : null,
        reading?.state === 'failed' ? reading.candidate : null,
      ]),
    ),
    names: withoutEmpty([
      settings.operatorIdentity,
      ...settings.operators,
      settings.labels.title,
      ...saved.map(({ userName }) => userName),
      ...credentials.map(({ user }) => user?.name),
      ...enterprises.flatMap((one) => [
        one.enterpriseName,
        one.enterpriseGlobalId,
        one.channelCode,
        one.channelCustomerId,
      ]),
      ...namesOf(employees, sources.enterprises),
    ]),
    home: homedir(),
    user: userInfo().username,
    machine: hostname(),
  }
}
