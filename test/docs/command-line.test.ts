import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { outputLine } from '../../src-main/command-line/protocol'
import { commandTexts } from '../../src-main/command-line/texts'

const page = readFileSync('docs/command-line.md', 'utf8')
const lines = page.split('\n').filter((line) => line.startsWith('{"type"'))

describe('docs/command-line.md', () => {
  it('has an example of each JSON line, in its shape', () => {
    const parsed = lines.map((line) => outputLine.parse(JSON.parse(line)))
    const types = outputLine.options.map(({ shape }) => shape.type.value)
    expect([...new Set(parsed.map(({ type }) => type))].sort()).toEqual([...types].sort())
  })

  it('has the commands of the usage', () => {
    const [, listed = ''] = /```text\n([\s\S]*?)```/.exec(page) ?? []
    const { usage } = commandTexts.en
    for (const command of listed.trim().split('\n')) expect(usage).toContain(command)
    expect(listed.trim().split('\n')).toHaveLength(usage.match(/^ {2}lock-desk /gm)?.length ?? 0)
  })
})
