import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import type { ChangingElsewhere } from '../../../src-main/branch/database/branch-connection'
import type { JoinFile } from '../../../src-main/branch/database/join-file'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { temporaryFolder } from '../../support/temporary-folder'
import { joinBranch, openBranchDesk } from './branch-desk'
import { deskAddress } from './desk-parts'
import { deskOf, directly, newBranch, newDesk } from './support'

describe.skipIf(!isOnPostgres)('what another desk changes now', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'changing')
  })
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
    await cluster.remove()
  })

  const startDesk = async (file: JoinFile) => {
    const folder = await temporaryFolder()
    const desk = await openBranchDesk(folder.path)
    stops.push(async () => {
      await desk.stop()
      await folder.remove()
    })
    await desk.branch.start()
    await joinBranch(desk, file)
    const heard: (readonly ChangingElsewhere[])[] = []
    desk.branch.onChanging((changing) => heard.push(changing))
    return { ...desk, heard }
  }

  it('is heard at the others at once, in the name of its role, and leaves no row behind', async () => {
    const files = [await newDesk(admin, 'Counter 1'), await newDesk(admin, 'Counter 2')] as const
    const [one, other] = [await startDesk(files[0]), await startDesk(files[1])]
    const change = { platform: deskAddress, operator: 'Zhang Jing', assets: ['LD1', 'LD2'] }
    one.branch.sayChanging(change)
    await expect.poll(() => other.heard.at(-1)).toMatchObject([{ ...change, computer: 'Counter 1' }])
    const [said] = other.heard.at(-1) ?? []
    expect(said?.forMs).toBeGreaterThan(25_000)
    expect(said?.forMs).toBeLessThanOrEqual(30_000)
    expect(one.heard.at(-1) ?? []).toEqual([])

    // A notice that another role sends says nothing by itself.
    const role = await deskOf(files[1])
    await role.query(`select pg_notify('lock_desk', 'changing')`)
    await role.query(`select lock_desk.say_changing($1, 'x', '["LD9"]')`, [deskAddress])
    await expect.poll(() => one.heard.at(-1)).toMatchObject([{ computer: 'Counter 2', assets: ['LD9'] }])
    expect(other.heard.at(-1)).toMatchObject([{ ...change, computer: 'Counter 1' }])

    // What turns text around is not shown, and what is no number of a lock is none.
    await role.query(`select lock_desk.say_changing($1, $2, $3::jsonb)`, [
      deskAddress,
      'Zhang\u202e Jing\u0007',
      JSON.stringify(['LD9', 7, null, { a: 1 }, ['LD1']]),
    ])
    await expect
      .poll(() => one.heard.at(-1))
      .toMatchObject([{ operator: 'Zhang\ufffd Jing\ufffd', assets: ['LD9'] }])

    const client = await directly(admin)
    await client.query('update lock_desk.changing set at = at - 31000')
    await role.query('select lock_desk.seen()')
    expect((await client.query('select from lock_desk.changing')).rowCount).toBe(0)
    await role.end()
    await client.end()
  })
})
