import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createCommandOutput } from '../../src-main/command-line/command-output'
import { printLine } from '../../src-main/command-line/print-line'
import { errorLine } from '../../src-main/command-line/protocol'
import type { OutputLine, RowLine } from '../../src-main/command-line/protocol'

const row = (number: string, over: Pick<RowLine, 'state'> & Partial<RowLine>): RowLine => ({
  type: 'row',
  number,
  line: 1,
  assetNum: null,
  reason: null,
  businessCode: null,
  warnings: [],
  ...over,
})

const printed = async (
  lines: readonly OutputLine[],
  options: { json?: boolean; language?: 'en' | 'zh' } = {},
) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const output = createCommandOutput({ json: false, language: 'en', ...options }, { stdout, stderr })
  for (const line of lines) output.emit(line)
  stdout.end()
  stderr.end()
  return { out: await text(stdout), err: await text(stderr) }
}

describe('the output', () => {
  it('of rows has the words of the window, and counts them', async () => {
    const lines = [
      row('8000000017', { state: 'completed' }),
      row('8000000018', { state: 'failed', reason: 'status-wrong-type' }),
      row('8000000019', { state: 'failed', reason: 'refused', businessCode: '13004' }),
      { type: 'result', exitStatus: 1, platform: 'training', jobId: 'j' } as const,
    ]
    const { out } = await printed(lines)
    expect(out).toContain('8000000017  Completed\n8000000018  Failed  The platform didn’t support this')
    expect(out).not.toContain('refused')
    expect(out).toContain('\n1 completed, 2 failed\n')
    expect((await printed(lines, { language: 'zh' })).out).toContain('8000000017  成功\n')
  })

  it('of errors goes to standard error, with the next step', async () => {
    const { out, err } = await printed([
      errorLine('unreachable', 'x'),
      errorLine('changes-off', 'x', { line: 3 }),
    ])
    expect([out, err]).toEqual([
      '',
      'lock-desk: The platform doesn’t respond. Check the network, then try again.\n' +
        'lock-desk: Line 3: Changes by the command line are off. Switch them on in Settings > Advanced.\n',
    ])
  })

  it('as JSON is one line each, whatever it contains', async () => {
    const lines = [errorLine('internal', 'two\nlines\u001b[2J'), row('8000000017', { state: 'skipped' })]
    const { out, err } = await printed(lines, { json: true })
    expect([
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      err,
    ]).toEqual([lines, ''])
  })

  it('shows no control characters of names', async () => {
    const job: OutputLine = {
      type: 'job',
      jobId: 'j',
      action: 'disable',
      operator: 'Li\n8000000018  Completed\u001b[2J',
      platform: 'training',
      requestedAt: 0,
      endedAt: 0,
      state: 'ended',
      pause: null,
      rows: 1,
      waiting: 0,
      completed: 1,
      failed: 0,
      notSent: 0,
      unconfirmed: 0,
    }
    const { out } = await printed([job])
    expect(out.trim().split('\n')).toHaveLength(1)
    expect(out).not.toContain('\u001b')
  })

  it('ends without an error when the output is closed', async () => {
    const stdout = new PassThrough()
    const output = createCommandOutput(
      { json: true, language: 'en' },
      { stdout, stderr: new PassThrough().resume() },
    )
    stdout.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    output.emit(row('8000000017', { state: 'completed' }))
    await output.flush()
  })

  it('name a computer of the branch whose journal became shorter', () => {
    const line: OutputLine = {
      type: 'changed-end',
      computer: 'Office',
      what: 'journal',
      before: { n: 812, hash: 'a'.repeat(64) },
      now: { n: 790, hash: 'b'.repeat(64) },
    }
    const ends = '812 aaaaaaaaaaaa → 790 bbbbbbbbbbbb'
    expect(printLine(line, 'en', new Map())?.text).toBe(
      `Office  Activity log became shorter or different  ${ends}`,
    )
    expect(printLine({ ...line, computer: null, what: 'chain' }, 'zh', new Map())?.text).toBe(
      `另一台电脑  共享的内容变短或不同  ${ends}`,
    )
  })
})
