import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import type { BranchFile } from '../../../src-main/branch/branch-file'
import { createOwnEventsFile } from '../../../src-main/branch/own-events'
import { openReceivedEvents } from '../../../src-main/branch/received-events'
import { hashOf, emptyHead, signEvent } from '../../../src-main/branch/signed-event'
import { branchKey } from '../../branch/support/branch-key'

// Makes the data folder of a computer that is in a branch and has read names of locks there. Its database is not reached.

const { folder, address, names } = JSON.parse(process.argv[2] ?? '') as {
  folder: string
  address: string
  names: number
}
const [computer, other] = [randomUUID(), randomUUID()]
const [own, key] = [await branchKey(), await branchKey()]
await mkdir(join(folder, 'branch'), { recursive: true })
await createOwnEventsFile(join(folder, 'branch/own-events.log'), computer, own.publicKey)
const received = await openReceivedEvents({
  path: join(folder, 'branch/received.log'),
  computer,
  now: Date.now,
})
let head = emptyHead
const events = Array.from({ length: names }, (_one, at) => {
  const body = { enterpriseGlobalId: 'E1', assetNum: `LD${at}`, name: `Shelf ${at}` }
  const about = { computer: other, platform: normalizeAddress(address), at: 1 }
  const event = signEvent({ kind: 'lock.name', body }, about, head, key)
  head = { n: event.n, hash: hashOf(event) }
  return { seq: at + 1, arrivedAt: at + 1, event }
})
await received.receive(events, [
  {
    ...{ id: other, name: 'Other', key: key.publicKey, addedAt: 1, joinedAt: 1 },
    ...{ lastSeenAt: 1, removedAt: null },
  },
])
if (received.apart().length > 0) throw new Error('The events do not verify.')
await received.stop()
const file: BranchFile = {
  version: 1,
  joined: {
    access: {
      branch: randomUUID(),
      computer: { id: computer, name: 'Counter 1' },
      database: { host: '127.0.0.1', port: 1, name: 'lock_desk', role: 'lock_desk_1' },
      ca: null,
    },
    at: 1,
  },
}
await writeFile(join(folder, 'branch.json'), JSON.stringify(file))
process.exit(0)
