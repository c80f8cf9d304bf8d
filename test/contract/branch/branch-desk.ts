import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import type { JoinFile } from '../../../src-main/branch/database/join-file'
import { joinFileText } from '../../../src-main/branch/database/join-file'
import { ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { temporaryFolder } from '../../support/temporary-folder'
import { openDeskParts } from './desk-parts'
import type { DeskParts } from './desk-parts'
import { memoryVault, newBranch } from './support'

export const openBranchDesk = (
  folder: string,
  { vault = memoryVault('keyring'), ...over }: Partial<Parameters<typeof openDeskParts>[1]> = {},
) => openDeskParts(folder, { vault, ...over })

export const isShared = ({ branch }: Pick<DeskParts, 'branch'>) =>
  expect
    .poll(() => branch.view()?.state, { timeout: 60_000 })
    .toMatchObject({ connected: true, notShared: 0 })

export const joinBranch = async (desk: Pick<DeskParts, 'branch'>, file: JoinFile): Promise<void> => {
  expect(await desk.branch.join(Buffer.from(joinFileText(file), 'utf8'))).toMatchObject({ ok: true })
  await isShared(desk)
}

type Folder = Awaited<ReturnType<typeof temporaryFolder>>

/** A cluster for a test file, and a new branch for each test. What the test starts has ended before the next one. */
export const useBranches = (name: string) => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let folders: Folder[] = []
  let ends: (() => Promise<unknown>)[] = []
  let made = 0
  const database = (): string => `${name}_${made}`
  beforeAll(async () => {
    cluster = await ownCluster()
  })
  beforeEach(async () => {
    made += 1
    admin = await newBranch(cluster.url, database())
  })
  afterEach(async () => {
    for (const end of ends.reverse()) await end()
    for (const folder of folders) await folder.remove()
    ends = []
    folders = []
  })
  afterAll(() => cluster.remove())
  return {
    cluster: () => cluster,
    admin: () => admin,
    /** The name of the branch's database. */
    database,
    newFolder: async (): Promise<Folder> => {
      const folder = await temporaryFolder()
      folders.push(folder)
      return folder
    },
    /** The last one that was started ends first. */
    atEnd: (end: () => Promise<unknown>): void => void ends.push(end),
  }
}
