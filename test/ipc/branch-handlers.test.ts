import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import type { JoinedBranch } from '../../src-main/branch/branch-service'
import { joinFileText } from '../../src-main/branch/database/join-file'
import type { JoinFile } from '../../src-main/branch/database/join-file'
import { createBranchHandlers } from '../../src-main/ipc/branch-handlers'
import { temporaryFolder } from '../support/temporary-folder'

const file: JoinFile = {
  branch: 'aaaaaaaa-0000-4000-8000-000000000000',
  computer: { id: 'bbbbbbbb-0000-4000-8000-000000000000', name: 'Counter 1' },
  database: { host: '127.0.0.1', port: 5432, name: 'lock_desk', role: 'lock_desk_1' },
  ca: null,
  password: 'canary-password-of-the-branch',
}
const { password: _password, ...access } = file
const joined: JoinedBranch = {
  access,
  joinedAt: 5,
  state: { connected: true, notShared: 0, lastSeenAt: 7, problem: null, restoredAt: null, earlier: null },
  apart: [],
  damagedAt: null,
  changedEnds: [],
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const setUp = (
  content: string | null = joinFileText(file),
  preset: ReturnType<Parameters<typeof createBranchHandlers>[0]['branch']['preset']> = null,
) => {
  let now: JoinedBranch | null = null
  const path = join(folder.path, 'counter-1.lockbranch')
  const joinWith = vi.fn((_bytes: Uint8Array) => {
    now = joined
    return Promise.resolve(succeed(access))
  })
  const branch = {
    view: () => now,
    preset: () => preset,
    join: joinWith,
    leave: () => {
      now = null
      return Promise.resolve(succeed(access))
    },
    retry: vi.fn(),
    computers: () =>
      Promise.resolve(
        succeed([
          {
            id: access.computer.id,
            name: 'Counter 1',
            key: 'k',
            addedAt: 1,
            joinedAt: 2,
            lastSeenAt: 3,
            removedAt: null,
          },
          {
            id: 'other',
            name: 'Office',
            key: null,
            addedAt: 1,
            joinedAt: null,
            lastSeenAt: null,
            removedAt: null,
          },
        ]),
      ),
  }
  const toOpen = vi.fn(async () => {
    if (content === null) return null
    await writeFile(path, content)
    return path
  })
  const handlers = createBranchHandlers({
    branch,
    desktop: { chooseFile: { toOpen, toSave: () => Promise.resolve(null) } },
  } as unknown as Parameters<typeof createBranchHandlers>[0])
  return { handlers, join: joinWith, toOpen, setJoined: (next: JoinedBranch | null) => (now = next) }
}

const offerOf = async ({ handlers }: ReturnType<typeof setUp>) => {
  const offer = await handlers['branch/open-file'](undefined)
  if (!offer.ok || offer.value === null) throw new Error('no offer')
  return offer.value
}

describe('commands of the branch', () => {
  it('show the words of a join file and nothing of its password, before this computer uses it', async () => {
    const desk = setUp()
    const offer = await offerOf(desk)
    expect(offer).toMatchObject({ computer: 'Counter 1', database: '127.0.0.1:5432/lock_desk' })
    expect([offer.words.en.length, offer.words.zh.length]).toEqual([6, 6])
    expect(JSON.stringify(offer)).not.toContain(file.password)
    expect(desk.join).not.toHaveBeenCalled()

    const joinedView = await desk.handlers['branch/join']({ id: offer.id })
    expect(joinedView).toMatchObject({ value: { computer: access.computer, words: offer.words, apart: [] } })
    expect(JSON.stringify(joinedView)).not.toMatch(/canary|lock_desk_1/)
    expect(Buffer.from(desk.join.mock.calls[0]?.[0] ?? []).toString('utf8')).toBe(joinFileText(file))
    // It is used once.
    expect(await desk.handlers['branch/join']({ id: offer.id })).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('join with no file but the one that was shown last, and not after it was closed', async () => {
    const desk = setUp()
    const first = await offerOf(desk)
    const second = await offerOf(desk)
    expect(await desk.handlers['branch/join']({ id: first.id })).toMatchObject({
      error: { code: 'not-found' },
    })
    await desk.handlers['branch/close-file'](undefined)
    expect(await desk.handlers['branch/join']({ id: second.id })).toMatchObject({
      error: { code: 'not-found' },
    })
    expect(desk.join).not.toHaveBeenCalled()
  })

  it('keep the file for another attempt when joining failed', async () => {
    const desk = setUp()
    const offer = await offerOf(desk)
    desk.join.mockResolvedValueOnce(fail({ code: 'database-unreachable', message: '' }) as never)
    expect(await desk.handlers['branch/join']({ id: offer.id })).toMatchObject({
      error: { code: 'database-unreachable' },
    })
    expect(await desk.handlers['branch/join']({ id: offer.id })).toMatchObject({ ok: true })
  })

  it.each([
    ['nothing of a join file', 'not-a-join-file'],
    [joinFileText(file).replace('5432', '5433'), 'join-file-damaged'],
    [' '.repeat(70_000), 'join-file-too-large'],
  ])('say why a file cannot be used: %#', async (content, code) => {
    expect(await setUp(content).handlers['branch/open-file'](undefined)).toMatchObject({ error: { code } })
  })

  it('ask for no file in a branch, and take a cancelled dialog', async () => {
    expect(await setUp(null).handlers['branch/open-file'](undefined)).toEqual(succeed(null))
    const desk = setUp()
    desk.setJoined(joined)
    expect(await desk.handlers['branch/open-file'](undefined)).toMatchObject({
      error: { code: 'already-joined' },
    })
    expect(desk.toOpen).not.toHaveBeenCalled()
  })

  it('tell what was kept apart by computer, the first reason of each', async () => {
    const desk = setUp()
    desk.setJoined({
      ...joined,
      damagedAt: 12,
      apart: [
        { seq: 4, computer: 'other', n: 2, reason: 'bad-signature' },
        { seq: 5, computer: null, n: null, reason: 'bad-body' },
        { seq: 6, computer: 'other', n: 3, reason: 'broken-chain' },
      ],
    })
    expect(await desk.handlers['branch/read'](undefined)).toMatchObject({
      value: {
        damagedAt: 12,
        apart: [
          { computer: 'other', reason: 'bad-signature', count: 2 },
          { computer: null, reason: 'bad-body', count: 1 },
        ],
      },
    })
  })

  it('list the computers, this one marked', async () => {
    const desk = setUp()
    desk.setJoined(joined)
    expect(await desk.handlers['branch/computers'](undefined)).toEqual(
      succeed([
        {
          id: access.computer.id,
          name: 'Counter 1',
          isThis: true,
          joinedAt: 2,
          lastSeenAt: 3,
          removedAt: null,
        },
        { id: 'other', name: 'Office', isThis: false, joinedAt: null, lastSeenAt: null, removedAt: null },
      ]),
    )
    expect(await desk.handlers['branch/leave'](undefined)).toEqual(succeed(null))
    expect(await desk.handlers['branch/read'](undefined)).toEqual(succeed(null))
  })

  it('opens no file where the policy names it', async () => {
    const preset = { path: '/srv/counter-1.lockbranch', problem: null }
    const desk = setUp(joinFileText(file), preset)
    expect(await desk.handlers['branch/preset'](undefined)).toEqual(succeed(preset))
    expect(await desk.handlers['branch/open-file'](undefined)).toMatchObject({
      error: { code: 'branch-managed' },
    })
  })
})
