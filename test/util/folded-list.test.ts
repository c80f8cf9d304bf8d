import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BranchFact } from '#shared/model/branch/branch-event'
import { addFact } from '#shared/model/branch/registers'
import type { Register } from '#shared/model/branch/registers'
import { lockNamesSchema, nameList, noLockNames } from '../../src-main/directory/lock-names'
import { createEmitter } from '../../src-main/util/emitter'
import { openJsonFile } from '../../src-main/util/files/json-file'
import { createFoldedList, notShared } from '../../src-main/util/folded-list'
import type { PlatformBranch } from '../../src-main/util/folded-list'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const path = () => join(folder.path, 'lock-names.json')
const named = (assetNum: string, name: string): BranchFact => ({
  kind: 'lock.name',
  body: { enterpriseGlobalId: 'e-1', assetNum, name },
})

/** A branch of which this computer is `a`. */
const branchDouble = () => {
  const registers = new Map<string, Register>()
  const listeners = createEmitter<ReadonlySet<Register['field']>>()
  let isJoined = true
  let seq = 0
  const state = (fact: BranchFact, computer: string): void => {
    seq += 1
    const changed = addFact(registers, fact, { era: 0, arrivedAt: seq, seq, computer, n: seq })
    listeners.emit(new Set(changed.map(({ field }) => field)))
  }
  const branch: PlatformBranch = {
    ready: () => Promise.resolve(),
    current: () => (isJoined ? { registers, computer: 'a', names: new Map() } : null),
    append: (facts) => {
      for (const fact of facts) state(fact, 'a')
      return Promise.resolve()
    },
    onChange: listeners.add,
  }
  return {
    branch,
    state,
    leave: () => {
      isJoined = false
      listeners.emit(new Set(nameList.fields))
    },
  }
}

const open = async (branch: PlatformBranch) => {
  const { file } = await openJsonFile(path(), lockNamesSchema, noLockNames)
  return createFoldedList({ file, platformId: 'p', branch, form: nameList })
}
const inFile = async (): Promise<unknown> =>
  (JSON.parse(await readFile(path(), 'utf8')) as { platforms: Record<string, unknown> }).platforms['p']
const names = (...texts: readonly string[]) =>
  texts.map((name) => expect.objectContaining({ name }) as unknown)

describe('a list in a file', () => {
  it('changes by facts without a branch, and nothing is written without one', async () => {
    const list = await open(notShared)
    await list.change(() => [])
    await expect(readFile(path())).rejects.toMatchObject({ code: 'ENOENT' })
    await list.change(() => [named('LD1', 'Press')])
    await list.change(([first]) => [named('LD2', `not ${first?.name}`)])
    expect(list.read()).toEqual(names('Press', 'not Press'))
    expect(await inFile()).toEqual(names('Press', 'not Press'))
  })

  it('shows what another desk states, and states its changes itself', async () => {
    const { branch, state } = branchDouble()
    const list = await open(branch)
    let changes = 0
    list.onChange(() => (changes += 1))
    state(named('LD1', 'Press'), 'b')
    expect(list.read()).toEqual(names('Press'))
    await list.change(() => [named('LD2', 'Mill')])
    expect(list.read()).toEqual(names('Press', 'Mill'))
    expect(changes).toBe(2)
    await list.stop()
    state(named('LD1', 'Lathe'), 'b')
    expect(changes).toBe(2)
  })

  it('is the one of the file when the computer has left', async () => {
    const { branch, state, leave } = branchDouble()
    const list = await open(branch)
    state(named('LD1', 'Press'), 'b')
    leave()
    expect(list.read()).toEqual([])
    await list.change(() => [named('LD2', 'Mill')])
    expect(await inFile()).toEqual(names('Mill'))
  })

  it('does not change before it is known what the branch states', async () => {
    const { branch } = branchDouble()
    const list = await open({ ...branch, ready: () => Promise.reject(new Error('damaged')) })
    await expect(list.change(() => [named('LD1', 'Press')])).rejects.toThrow('damaged')
    await expect(readFile(path())).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('does not change where the fact could not be kept', async () => {
    const { branch } = branchDouble()
    const full = { ...branch, append: () => Promise.reject(new Error('ENOSPC')) }
    const list = await open(full)
    await expect(list.change(() => [named('LD1', 'Press')])).rejects.toThrow('ENOSPC')
    expect(list.read()).toEqual([])
    await list.stop()
  })
})
