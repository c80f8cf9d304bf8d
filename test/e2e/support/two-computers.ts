import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { reissuableLocks } from '../../crash/support/reissuable-locks'
import { freshUserData, startApp } from '../../support/app'
import type { RunningApp } from '../../support/app'
import { lateBound } from '../../support/late-bound'
import { startTestService } from '../../support/service'
import type { TestService } from '../../support/service'
import { connectTo } from '../../support/service-client'
import type { ServiceClient } from '../../support/service-client'
import { temporaryFolder } from '../../support/temporary-folder'
import { trainingKeys } from '../../support/training-keys'

export const enterpriseGlobalId = '5317046820917364501'
const passphrase = 'correct horse battery'

/** One of the two computers: its data folder and its open window, which has the vault unlocked. */
export interface Computer {
  readonly userData: string
  readonly desk: RunningApp
  restart(): Promise<void>
}

const startComputer = async (url: string, operatorIdentity: string): Promise<Computer> => {
  const userData = await freshUserData()
  const open = async () => {
    const desk = await startApp({
      userData,
      platform: { baseUrl: url, userCentreUrl: `${url}/oauth/token` },
      environment: trainingKeys,
    })
    await desk.answerDialogs(0)
    return desk
  }
  let desk = await open()
  await desk.command('settings/change', { language: 'en', chunkSize: 5, operatorIdentity })
  await desk.command('enterprises/add', { by: 'id', enterpriseGlobalId, enterpriseName: 'North Bridge' })
  await desk.command('vault/set-passphrase', { passphrase })
  await desk.command('settings/change', { commandLineChanges: true })
  return {
    userData,
    desk: lateBound(() => desk),
    restart: async () => {
      await desk.stop()
      desk = await open()
      await desk.command('vault/unlock', { passphrase })
    },
  }
}

/** For all tests of a file: a service, and two computers on it that exchange files. */
export const twoComputers = () => {
  let files: Awaited<ReturnType<typeof temporaryFolder>>
  let service: TestService
  let client: ServiceClient
  let locks: string[]
  let office: Computer
  let counter: Computer
  beforeAll(async () => {
    files = await temporaryFolder()
    service = await startTestService()
    client = await connectTo(service.url)
    locks = (await reissuableLocks(client))
      .filter((lock) => lock.enterpriseGlobalId === enterpriseGlobalId)
      .map(({ assetNum }) => assetNum)
    office = await startComputer(service.url, 'Chen Yu')
    counter = await startComputer(service.url, 'Li Wei')
  })
  afterAll(async () => {
    await Promise.all([office.desk.stop(), counter.desk.stop()])
    await service.stop()
    await files.remove()
    for (const { userData } of [office, counter]) await rm(userData, { recursive: true, force: true })
  })
  return {
    service: lateBound(() => service),
    client: lateBound(() => client),
    office: lateBound(() => office),
    counter: lateBound(() => counter),
    /** The path of a file that they exchange. */
    at: (name: string) => join(files.path, name),
    /** Locks that can be disabled, and that no test has used. */
    takeLocks: (count: number) => locks.splice(0, count),
    /** Whether the service has them as disabled. */
    lockedOf: async (numbers: readonly string[]) => {
      const assets = await client.succeed('order.listAssets', { path: { enterpriseGlobalId } })
      const locked = new Set(assets.filter((asset) => asset.locked).map(({ assetNum }) => assetNum))
      return numbers.map((number) => locked.has(number))
    },
  }
}
