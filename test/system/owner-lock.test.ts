import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, stat, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJournal } from '../../src-main/journal/journal'
import { OwnedElsewhereError, openExclusively, takeOwnership } from '../../src-system/owner-lock'
import type { Ownership } from '../../src-system/owner-lock'
import { thisComputer } from '../../src-system/this-computer'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const acquired: Ownership[] = []
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const one of acquired.splice(0)) await one.release()
  await folder.remove()
})

const take = async (path = folder.path, computer = thisComputer()): Promise<Ownership | null> => {
  const owner = await takeOwnership(path, computer)
  if (owner !== null) acquired.push(owner)
  return owner
}
const give = async (owner: Ownership | null) => {
  acquired.splice(acquired.indexOf(owner!), 1)
  await owner?.release()
}

describe('the owner of a folder', () => {
  it('is one at a time', async () => {
    const first = await take()
    expect(first).not.toBeNull()
    expect(await take()).toBeNull()
    await give(first)
    expect(await take()).not.toBeNull()
  })

  it('is one of many parallel starts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owners = (await Promise.all(Array.from({ length: 8 }, () => take()))).filter(
        (one) => one !== null,
      )
      expect(owners).toHaveLength(1)
      await give(owners[0]!)
    }
  })

  it('is the same under any path of the folder', async () => {
    const link = `${folder.path}-link`
    await symlink(folder.path, link)
    expect(await take()).not.toBeNull()
    expect(await take(link)).toBeNull()
  })

  it('can own a folder whose path is too long for a socket', async () => {
    const deep = join(folder.path, 'n'.repeat(200), 'm'.repeat(200))
    await mkdir(deep, { recursive: true })
    expect(await take(deep)).not.toBeNull()
    expect(await take(deep)).toBeNull()
  })
})

describe.runIf(process.platform === 'linux')('the lock of a folder on Linux', () => {
  const place = () => join(folder.path, 'owner')

  /** A process that listens there as an owner does. */
  const listener = async (name: string) => {
    const program = `require('net').createServer().listen(${JSON.stringify(name)}, () => console.log('on'))`
    const child = spawn(process.execPath, ['-e', program], {
      cwd: place(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    return child
  }

  it('is released when its owner is killed, and leaves nothing behind', async () => {
    await give(await take())
    const child = await listener('0000.sock')
    expect(await take()).toBeNull()
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    expect(await readdir(place())).toEqual(['0000.sock'])
    expect(await take()).not.toBeNull()
    expect(await readdir(place())).toHaveLength(1)
  })

  it('holds while its owner hangs', async () => {
    await give(await take())
    const child = await listener('0000.sock')
    child.kill('SIGSTOP')
    expect(await take()).toBeNull()
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })

  it('cleans up after a start that was killed before it finished', async () => {
    await give(await take())
    const child = await listener('0000.new')
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    expect(await take()).not.toBeNull()
    expect((await readdir(place())).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  it('is in a folder that no other user can access', async () => {
    await mkdir(place())
    await chmod(place(), 0o777)
    await take()
    expect((await stat(place())).mode & 0o777).toBe(0o700)
  })

  it('is not a name that any user of the computer can take first', async () => {
    const before = await abstractSockets()
    const servers = before.map((name) =>
      createServer()
        .listen(`\0${name}`)
        .on('error', () => undefined),
    )
    const first = await take()
    expect(first).not.toBeNull()
    expect(
      (await abstractSockets()).filter((name) => !before.includes(name) && name.includes('lock-desk')),
    ).toEqual([])
    for (const server of servers) server.close()
  })
})

describe.runIf(process.platform === 'linux')('a folder on a network drive', () => {
  const computer = (name: string, isShared = true) => ({ name: `${name}~01234567`, isShared: () => isShared })

  /** A computer that locked the folder; its socket answers nobody elsewhere. */
  const lockFrom = async (name: string) => {
    const owner = await takeOwnership(folder.path, computer(name))
    const [socket = ''] = await readdir(join(folder.path, 'owner'))
    await owner?.release()
    const dead = createServer().listen(join(folder.path, 'owner', 'x'))
    await once(dead, 'listening')
    await rename(join(folder.path, 'owner', 'x'), join(folder.path, 'owner', socket))
    await new Promise((closed) => dead.close(closed))
    return socket
  }

  it('is rejected, and left as it is, where another computer locked it', async () => {
    const socket = await lockFrom('north-pc')
    const error = await takeOwnership(folder.path, computer('south-pc')).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OwnedElsewhereError)
    expect(error).toMatchObject({ host: 'north-pc' })
    expect(await readdir(join(folder.path, 'owner'))).toEqual([socket])
    const journal = await openJournal({ folder: folder.path, computer: computer('south-pc') })
    expect(journal).toMatchObject({ ok: false, error: { code: 'elsewhere', message: 'north-pc' } })
  })

  it('is taken again by the computer that was cut off, and by any where nothing is shared', async () => {
    await lockFrom('north-pc')
    await give(await take(folder.path, computer('north-pc')))
    await lockFrom('north-pc')
    expect(await take(folder.path, computer('south-pc', false))).not.toBeNull()
  })

  it('is distinguished from a local one, and computers from each other', () => {
    expect(thisComputer().isShared('/proc/self')).toBe(false)
    expect(thisComputer().name).toMatch(/^[\w.-]{1,40}~[0-9a-f]{8}$/)
  })
})

const abstractSockets = async (): Promise<string[]> => {
  const { readFile } = await import('node:fs/promises')
  const lines = (await readFile('/proc/net/unix', 'utf8')).split('\n')
  return lines.flatMap((line) => /\s@(\S*lock-desk\S*)$/.exec(line)?.[1] ?? [])
}

describe('the lock of a folder elsewhere', () => {
  it.each([
    ['win32', 0x1000_0000, 'EBUSY'],
    ['darwin', 0x20, 'EAGAIN'],
  ] as const)('is a file that the system opens once: %s', async (platform, flag, code) => {
    let holders = 0
    const flags: number[] = []
    const open = ((_path: string, requestedFlags: number) => {
      flags.push(requestedFlags)
      holders += 1
      if (holders > 1) throw Object.assign(new Error(code), { code })
      return openSync('/dev/null', 'r')
    }) as never
    expect(await openExclusively(folder.path, { platform, open })).not.toBeNull()
    expect(await openExclusively(folder.path, { platform, open })).toBeNull()
    expect(flags.every((requestedFlags) => (requestedFlags & flag) !== 0)).toBe(true)
    const broken = (() => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' })
    }) as never
    await expect(openExclusively(folder.path, { platform, open: broken })).rejects.toThrow('EIO')
  })
})
