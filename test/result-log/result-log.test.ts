import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createEncryptedServer } from 'node:tls'
import {
  chmod,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangeReason } from '#shared/model/changes/change'
import type { Journal } from '../../src-main/journal/journal'
import { findJournalFiles } from '../../src-main/journal/journal-files'
import { hashOf, noPreviousHash } from '../../src-main/journal/line'
import { stage } from '../../src-main/journal/restore'
import { deliveredSchema, nothingDelivered } from '../../src-main/result-log/delivered'
import { pathOfUser, fileTarget } from '../../src-main/result-log/file-target'
import type { OpenLogFile } from '../../src-main/result-log/file-target'
import { createResultLog, receiversOf } from '../../src-main/result-log/result-log'
import type { Receiver } from '../../src-main/result-log/result-log'
import { openJsonFile } from '../../src-main/util/files/json-file'
import { change, intentOf, keyAt, opened } from '../journal/support/journals'
import { makeAuthority, noOpenssl } from '../support/certificates'
import { expectWhole, logLinesIn } from '../support/result-log'
import type { LogLine } from '../support/result-log'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let journal: Journal
const at = (name: string) => join(folder.path, name)
const place = () => at('results.jsonl')

beforeEach(async () => {
  folder = await temporaryFolder()
  journal = (await opened(at('journal'))).journal
})
afterEach(async () => {
  await journal.stop()
  await folder.remove()
})

const logged = async (path = place()): Promise<LogLine[]> =>
  logLinesIn(await readFile(path, 'utf8').catch(() => ''))

const messages: { readonly what: string; readonly facts: unknown }[] = []
const log = {
  info: (what: string, facts?: object) => void messages.push({ what, facts }),
  warn: (what: string, facts?: object) => void messages.push({ what, facts }),
  error: (what: string, facts?: object) => void messages.push({ what, facts }),
}

const toFile = (openFile?: OpenLogFile): Receiver => ({
  target: 'file',
  place: place(),
  deliver: fileTarget(place(), openFile),
})

const start = async (...receivers: Receiver[]) => {
  const { file } = await openJsonFile(at('result-log.json'), deliveredSchema, nothingDelivered)
  return createResultLog({ journal, file, receivers, log })
}
type ResultLog = Awaited<ReturnType<typeof start>>
const isDelivered = (resultLog: ResultLog) =>
  vi.waitFor(() => expect(resultLog.state().map(({ waiting }) => waiting)).toEqual([0]), 10_000)

describe('a job', () => {
  const startRequired = async (receiver: Receiver, isRequired: boolean) => {
    const { file } = await openJsonFile(at('result-log.json'), deliveredSchema, nothingDelivered)
    return createResultLog({ journal, file, receivers: [receiver], isRequired, log })
  }

  it.each([true, false])('is in the log before its first row is sent (required: %s)', async (isRequired) => {
    const resultLog = await startRequired(toFile(), isRequired)
    const intended = await journal.recordIntent(intentOf(keyAt(1)))
    if (!intended.ok) throw new Error(intended.error.message)
    expect(await resultLog.report()).toBe(true)
    expect((await logged()).map(({ kind }) => kind)).toEqual(['job'])
    await resultLog.stop()
    expect(await logged()).toHaveLength(1)
  })

  it.each([
    [true, false],
    [false, true],
  ])('is reported by the policy’s choice while the log is away (required: %s)', async (isRequired, may) => {
    const receiver = { ...toFile(), deliver: () => Promise.reject(new Error('away')) }
    const resultLog = await startRequired(receiver, isRequired)
    await journal.recordIntent(intentOf(keyAt(1)))
    expect(await resultLog.report()).toBe(may)
    await resultLog.stop()
  })

  it('is not held up for long by a log that does not answer', async () => {
    vi.useFakeTimers()
    const resultLog = await startRequired({ ...toFile(), deliver: () => new Promise(() => undefined) }, false)
    try {
      await journal.recordIntent(intentOf(keyAt(1)))
      const reported = resultLog.report()
      await vi.advanceTimersByTimeAsync(3_100)
      expect(await reported).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the log of results', () => {
  it('has a line for each result, with number, hash and link of the journal’s record', async () => {
    const resultLog = await start(toFile())
    await change(journal, keyAt(17))
    await isDelivered(resultLog)
    await resultLog.stop()
    const lines = await logged()
    expectWhole(lines)
    expect(lines[0]?.previous).toBe(noPreviousHash)
    const stored = (await readFile(join(at('journal'), 'journal.log'), 'utf8')).trimEnd().split('\n')
    expect(lines.map(({ hash }) => hash)).toEqual(stored.map(hashOf))
    expect(lines).toMatchObject([
      { n: 1, kind: 'job', action: 'disable', platform: 'training', rows: 1 },
      { n: 2, kind: 'sent', rows: 1 },
      { n: 3, kind: 'ended', row: 0, numberEnd: '017', state: 'completed', reason: null, businessCode: null },
    ])
    expect((await stat(place())).mode & 0o777).toBe(0o600)
  })

  it('has a line for each row that is not sent', async () => {
    const intended = await journal.recordIntent(intentOf(keyAt(1), keyAt(2), keyAt(3)))
    const jobId = intended.ok ? intended.value.jobId : ''
    await journal.recordResults(jobId, [{ row: 1, state: 'done', reason: null }])
    await journal.closeJob(jobId, { kind: 'cancelled' })
    await (await start(toFile())).stop()
    const lines = await logged()
    expectWhole(lines)
    expect(lines.filter(({ kind }) => kind === 'closed')).toMatchObject([
      { line: 1, lines: 2, row: 0, numberEnd: '001', state: 'not-sent', reason: 'cancelled' },
      { line: 2, lines: 2, row: 2, numberEnd: '003', state: 'not-sent', reason: 'cancelled' },
    ])
  })

  it('contains no name, account, complete number or text of the platform', async () => {
    // No digits: the hashes in the log may contain any four of them.
    const canary = 'CANARY'
    const hostile = `${canary} "}\n{"n":1}\u202e\u2028北桥`
    const reasons: ChangeReason[] = [
      { kind: 'said', message: hostile },
      { kind: 'said-by-person', operatorIdentity: hostile, note: hostile },
      {
        kind: 'platform',
        failure: { code: 'refused', businessCode: canary, message: hostile, changed: 'no' } as never,
      },
      { kind: hostile as 'cancelled' },
    ]
    const intent = intentOf(...reasons.map((_, index) => keyAt(index)))
    const recorded = await journal.recordIntent({
      ...intent,
      operatorIdentity: hostile,
      training: false,
      environment: `https://user:${canary}@platform.example/${canary}?token=${canary}`,
      rows: intent.rows.map((row, index) => ({
        ...row,
        key: hostile,
        shellNumber: index === 0 ? hostile : '8000000017',
        enterpriseGlobalId: canary,
        enterpriseName: hostile,
        memberName: hostile,
        request: { note: hostile },
      })),
    })
    const jobId = recorded.ok ? recorded.value.jobId : ''
    await journal.recordResults(
      jobId,
      reasons.map((reason, row) => ({ row, state: 'failed', reason, result: { token: canary } })),
    )
    await (await start(toFile())).stop()
    const text = await readFile(place(), 'utf8')
    expect(text).not.toMatch(/CANARY|8000000017|user:|北|\u202e/)
    const lines = logLinesIn(text)
    expectWhole(lines)
    expect(lines).toMatchObject([
      { platform: 'platform.example' },
      { numberEnd: null, reason: 'said' },
      { numberEnd: '017', reason: 'said-by-person' },
      { reason: 'refused', businessCode: null },
      { reason: 'other' },
    ])
  })

  it('continues after a restart where it ended, and over files of the journal', async () => {
    for (let round = 0; round < 3; round += 1) {
      const resultLog = await start(toFile())
      await change(journal, keyAt(round))
      await journal.rotate()
      await resultLog.stop()
      await change(journal, keyAt(10 + round))
    }
    await (await start(toFile())).stop()
    const lines = await logged()
    expectWhole(lines)
    expect(lines).toHaveLength(journal.head().n)
    expect(await findJournalFiles(at('journal'))).toHaveLength(4)
  })

  it('loses nothing while the file cannot be written', async () => {
    await mkdir(place())
    const resultLog = await start(toFile())
    await change(journal, keyAt(1))
    await vi.waitFor(() => expect(resultLog.state()[0]?.failure).toMatch(/EISDIR/), 10_000)
    expect(resultLog.state()).toMatchObject([{ target: 'file', waiting: 3 }])
    await change(journal, keyAt(2))
    await resultLog.stop()
    await rm(place(), { recursive: true })
    await (await start(toFile())).stop()
    expectWhole(await logged())
    expect(await logged()).toHaveLength(6)
    expect(JSON.stringify(messages)).not.toContain('8000000')
  })

  it('removes what a full disk has taken, and writes it again', async () => {
    let room = 900
    const fullDisk: OpenLogFile = async (path) => {
      const file = await open(path, 'a+', 0o600)
      const write = file.write.bind(file) as (bytes: Uint8Array, from: number, length: number) => unknown
      file.write = ((bytes: Uint8Array, from: number) => {
        const length = Math.min(bytes.length - from, room)
        room -= length
        if (length === 0) return Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
        return write(bytes, from, length)
      }) as never
      return file
    }
    await change(journal, keyAt(1))
    await change(journal, keyAt(2))
    const resultLog = await start(toFile(fullDisk))
    await vi.waitFor(() => expect(resultLog.state()[0]?.failure).toBe('no space'))
    expect((await stat(place())).size).toBe(0)
    room = 1_000_000
    await resultLog.stop()
    expectWhole(await logged())
    expect(await logged()).toHaveLength(6)
  })

  it('follows rotation: a moved, emptied or deleted file', async () => {
    const resultLog = await start(toFile())
    await change(journal, keyAt(1))
    await isDelivered(resultLog)
    await rename(place(), at('results.1'))
    await change(journal, keyAt(2))
    await isDelivered(resultLog)
    expectWhole([...(await logged(at('results.1'))), ...(await logged())])
    await truncate(place(), 0)
    await change(journal, keyAt(3))
    await isDelivered(resultLog)
    expectWhole(await logged(), 7)
    await rm(place())
    await change(journal, keyAt(4))
    await resultLog.stop()
    expectWhole(await logged(), 10)
  })

  it('does not continue a line that was cut off', async () => {
    await change(journal, keyAt(1))
    await writeFile(place(), '{"n":1,"li', { mode: 0o600 })
    await (await start(toFile())).stop()
    const [first, ...rest] = (await readFile(place(), 'utf8')).split('\n')
    expect(first).toBe('{"n":1,"li')
    expectWhole(logLinesIn(rest.join('\n')))
  })

  it.skipIf(process.platform === 'win32')('refuses a file that others can write, and a link', async () => {
    await change(journal, keyAt(1))
    await writeFile(place(), '')
    await chmod(place(), 0o666)
    const first = await start(toFile())
    await vi.waitFor(() => expect(first.state()[0]?.failure).toBe('can be changed by other users'))
    await first.stop()
    await rm(place())
    await writeFile(at('other'), '', { mode: 0o600 })
    await symlink(at('other'), place())
    const second = await start(toFile())
    await vi.waitFor(() => expect(second.state()[0]?.failure).toMatch(/ELOOP/))
    await second.stop()
    expect(await readFile(at('other'), 'utf8')).toBe('')
  })

  it('shows a gap if the person moves its position', async () => {
    await change(journal, keyAt(1))
    await (await start(toFile())).stop()
    await rm(place())
    await change(journal, keyAt(2))
    // The position of a record that was not delivered.
    const skipped = (await readFile(join(at('journal'), 'journal.log'), 'utf8')).trimEnd().split('\n')
    const offset = skipped.slice(0, 4).join('\n').length + 1
    const last = { [place()]: { n: 5, hash: hashOf(skipped[4] ?? ''), file: 1, offset } }
    await writeFile(at('result-log.json'), JSON.stringify({ version: 1, last }))
    await (await start(toFile())).stop()
    const [first] = await logged()
    expect([first?.n, first?.previous]).toEqual([6, hashOf(skipped[4] ?? '')])
  })

  it('starts again if the journal was replaced by a backup', async () => {
    await change(journal, keyAt(1))
    const backup = at('backup')
    await writeFile(backup, await readFile(join(at('journal'), 'journal.log')))
    await change(journal, keyAt(2))
    const resultLog = await start(toFile())
    await isDelivered(resultLog)
    await stage(at('journal'), backup)
    expect((await journal.restoreStaged()).ok).toBe(true)
    await change(journal, keyAt(3))
    await isDelivered(resultLog)
    await resultLog.stop()
    const lines = await logged()
    expectWhole(lines.slice(0, 6))
    expectWhole(lines.slice(6))
    expect(lines.at(-1)).toMatchObject({ numberEnd: '003', hash: journal.head().hash })
  })

  it('splits a large job and repeats only what was not confirmed', async () => {
    const many = 3_000
    const keys = Array.from({ length: many }, (_, index) => keyAt(index))
    const intended = await journal.recordIntent(intentOf(...keys))
    const jobId = intended.ok ? intended.value.jobId : ''
    for (let from = 0; from < many; from += 1_000)
      await journal.recordResults(
        jobId,
        keys.slice(from, from + 1_000).map((_, row) => ({ row: from + row, state: 'done', reason: null })),
      )
    let deliveries = 0
    const lines: string[] = []
    const resultLog = await start({
      target: 'server',
      place: 'tcp://127.0.0.1:1',
      deliver: (next) => {
        deliveries += 1
        if (deliveries === 3) return Promise.reject(new Error('away'))
        lines.push(...next)
        return Promise.resolve()
      },
    })
    await vi.waitFor(() => expect(resultLog.state()[0]?.waiting).toBe(0), 15_000)
    await resultLog.stop()
    const all = lines.map((line) => JSON.parse(line) as LogLine)
    expectWhole(all)
    // A failed delivery repeats its record, not the records before.
    expect(all.length).toBeGreaterThanOrEqual(many + 1)
    expect(all.length).toBeLessThan(many + 1 + 1_000)
  })
})

describe('a syslog server', () => {
  let received = ''
  let sockets: Socket[] = []
  const accept = (socket: Socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data: Buffer) => (received += data.toString('utf8')))
  }
  beforeEach(() => {
    received = ''
    sockets = []
  })

  /** The messages of RFC 6587: a length, a space and the message. */
  const messagesIn = (text: string): string[] => {
    const found: string[] = []
    for (let rest = text; rest !== '';) {
      const [length = '0'] = rest.split(' ', 1)
      found.push(rest.slice(length.length + 1, length.length + 1 + Number(length)))
      rest = rest.slice(length.length + 1 + Number(length))
    }
    return found
  }
  const form = /^<134>1 \d{4}-\d\d-\d\dT[\d:.]+Z [!-~]{1,255} lock-desk - result - (\{.*\})$/
  const linesIn = (text: string): LogLine[] =>
    messagesIn(text).map((message) => {
      expect(message).toMatch(form)
      return JSON.parse(form.exec(message)?.[1] ?? '') as LogLine
    })

  const receiverAt = (scheme: string, port: number, ca?: string): Receiver[] =>
    receiversOf({ resultLogServer: `${scheme}://127.0.0.1:${port}` }, () =>
      ca === undefined ? undefined : [ca],
    )
  const listen = (server: ReturnType<typeof createServer>, port = 0) =>
    new Promise<number>((done) =>
      server.listen(port, '127.0.0.1', () => done((server.address() as AddressInfo).port)),
    )
  const close = (server: ReturnType<typeof createServer>) =>
    new Promise((done) => {
      server.close(done)
      for (const socket of sockets) socket.destroy()
    })

  it('receives each result once, also after it was away', async () => {
    let server = createServer(accept)
    const port = await listen(server)
    const resultLog = await start(...receiverAt('tcp', port))
    await change(journal, keyAt(1))
    await isDelivered(resultLog)
    await close(server)
    await change(journal, keyAt(2))
    await vi.waitFor(() => expect(resultLog.state()[0]?.failure).toMatch(/ECONNREFUSED/))
    server = createServer(accept)
    await listen(server, port)
    await isDelivered(resultLog)
    await resultLog.stop()
    await close(server)
    const lines = linesIn(received)
    expectWhole(lines)
    expect(lines).toHaveLength(6)
  })

  it('that breaks off in the middle receives everything again', async () => {
    let isBroken = true
    const server = createServer((socket) => {
      if (!isBroken) {
        accept(socket)
        return
      }
      socket.on('error', () => undefined)
      socket.once('data', () => {
        isBroken = false
        socket.resetAndDestroy()
      })
    })
    await change(journal, keyAt(1))
    const resultLog = await start(...receiverAt('tcp', await listen(server)))
    await isDelivered(resultLog)
    await resultLog.stop()
    await close(server)
    expectWhole(linesIn(received))
  })

  it('that closes without reading to the end has received nothing', async () => {
    let isEarly = true
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      if (!isEarly) {
        accept(socket)
        socket.on('end', () => socket.end())
        return
      }
      isEarly = false
      socket.on('error', () => undefined)
      socket.pause()
      socket.destroy()
    })
    await change(journal, keyAt(1))
    const resultLog = await start(...receiverAt('tcp', await listen(server)))
    await isDelivered(resultLog)
    await resultLog.stop()
    await close(server)
    expect(linesIn(received)).toHaveLength(3)
  })

  it.skipIf(noOpenssl)('is trusted only with a valid certificate', async () => {
    const authority = makeAuthority()
    try {
      const { key, cert } = authority.issue('IP:127.0.0.1')
      const server = createEncryptedServer({ key, cert }, accept)
      const port = await listen(server)
      await change(journal, keyAt(1))
      // The person who starts the app chooses its environment.
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
      const stranger = await start(...receiverAt('tls', port))
      await vi.waitFor(() => expect(stranger.state()[0]?.failure).toMatch(/certificate/))
      await stranger.stop()
      expect(received).toBe('')
      const resultLog = await start(...receiverAt('tls', port, authority.pem))
      await isDelivered(resultLog)
      await resultLog.stop()
      await close(server)
      expectWhole(linesIn(received))
    } finally {
      vi.unstubAllEnvs()
      authority.remove()
    }
  })
})

describe('the receivers', () => {
  it('are those of the policy', () => {
    expect(receiversOf({}, () => undefined)).toEqual([])
    expect(
      receiversOf(
        { resultLogFile: '/var/log/{user}.jsonl', resultLogServer: 'tls://l.example:6514' },
        () => [],
      ),
    ).toMatchObject([{ target: 'file', place: '/var/log/{user}.jsonl' }, { target: 'server' }])
    expect(pathOfUser('/var/log/{user}.jsonl')).toMatch(/^\/var\/log\/[\w.-]+\.jsonl$/)
  })
})
