import { hostname, homedir, userInfo } from 'node:os'
import type { Settings } from '#shared/commands'
import type { AttachedDevices } from '#shared/model/attached-device'
import { secretName, signInPlace } from '../../environments/environment-secrets'
import type { Environments } from '../../environments/environments'
import type { SavedEnvironment } from '../../environments/environments-file'
import type { Credentials } from '../../platform/credentials'
import type { People } from '../../register/people'
import type { RegisterContent } from '../../register/register'
import { refreshTokenName } from '../../vault/refresh-token'
import type { Vault } from '../../vault/vault'
import type { KnownValues } from './scrub'

export interface KnownSources {
  readonly vault: Vault
  readonly environments: Environments
  /** Of what is open, and of the command line. */
  readonly credentials: readonly Credentials[]
  readonly settings: Settings
  readonly register: RegisterContent
  readonly people: People
  readonly devices: AttachedDevices
  /** Enterprises of the open platform whose employees were read. */
  readonly enterprises: readonly string[]
}

const present = (values: readonly (string | null | undefined)[]): string[] =>
  values.flatMap((value) => (value == null || value === '' ? [] : [value]))

const secretsOf = async (vault: Vault, saved: SavedEnvironment): Promise<(string | null)[]> => [
  saved.orderAppKey,
  saved.memberAppKey,
  ...(await Promise.all(
    [secretName(saved.id, 'order'), secretName(saved.id, 'member'), refreshTokenName(signInPlace(saved))].map(
      (name) => vault.read(name),
    ),
  )),
]

const most = 200_000

/** A list that was not read is not asked for: looking for names is no reason to page through a platform. */
const namesOf = (people: People, enterprises: readonly string[]): string[] =>
  enterprises.flatMap((id) => {
    if (people.names(id).size === 0) return []
    const { rows } = people.list(id, 0, most)
    return rows.flatMap((one) => present([one.name, one.userName, one.departmentName, one.passwordMobile]))
  })

/** Everything that this desk knows to be secret or somebody's, so that a bundle for support can be held against it. */
export const knownValues = async (sources: KnownSources): Promise<KnownValues> => {
  const { vault, environments, credentials, settings, register, people } = sources
  const saved = environments.all()
  const kept = await Promise.all(saved.map((one) => secretsOf(vault, one)))
  const given = credentials.flatMap(({ applications: { order, member }, user }) => [
    order?.key,
    order?.secret,
    member?.key,
    member?.secret,
    user?.password,
  ])
  const enterprises = Object.values(register.platforms).flat()
  return {
    secrets: present([...kept.flat(), ...given]),
    numbers: present(
      sources.devices.devices.flatMap(({ facts, reading }) => [
        facts.serialNumber,
        reading?.state === 'read' ? reading.shellNumber : null,
        reading?.state === 'failed' ? reading.candidate : null,
      ]),
    ),
    names: present([
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
      ...namesOf(people, sources.enterprises),
    ]),
    home: homedir(),
    user: userInfo().username,
    machine: hostname(),
  }
}
