import { describe, expect, it } from 'vitest'
import { createBranchService } from '../../src-main/branch/branch-service'
import type { JoinedBranch } from '../../src-main/branch/branch-service'

type Deps = Parameters<typeof createBranchService>[0]

const joined = {
  access: {
    branch: 'aaaaaaaa-0000-4000-8000-000000000000',
    computer: { id: 'bbbbbbbb-0000-4000-8000-000000000000', name: 'Counter 1' },
    database: { host: '127.0.0.1', port: 5432, name: 'lock_desk', role: 'lock_desk_1' },
    ca: null,
  },
  at: 5,
}

describe('a branch whose files on this computer cannot be opened', () => {
  it('is emitted with its reason, instead of connecting for ever', async () => {
    const service = createBranchService({
      file: { read: () => ({ version: 1, joined }) },
      files: { open: () => Promise.reject(new Error('EACCES')) },
      log: { warn: () => undefined },
      now: () => 7,
    } as unknown as Deps)
    const emitted: (JoinedBranch | null)[] = []
    service.onChange((view) => emitted.push(view))
    await expect(service.start()).rejects.toThrow('EACCES')
    expect(emitted).toMatchObject([
      { joinedAt: 5, apart: [], damagedAt: null, state: { connected: false, problem: 'branch-not-saved' } },
    ])
    expect(service.view()).toEqual(emitted[0])
  })
})
