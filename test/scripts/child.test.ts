import { describe, expect, it } from 'vitest'
import { mustRun } from '../../scripts/util/child.mjs'
import { FailedError, MissingError } from '../../scripts/util/outcome.mjs'

const fails = ['-e', 'console.log("read"); console.error("no space"); process.exit(4)']

describe('a program that is to succeed', () => {
  it('ends without an error if it does', async () => {
    await expect(mustRun(process.execPath, ['-e', ''])).resolves.toBeUndefined()
  })

  it('throws its output if it fails or is not there', async () => {
    const failure = await mustRun(process.execPath, fails).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(FailedError)
    expect(String(failure)).toMatch(/failed:\nread\nno space$/)
    await expect(mustRun('lock-desk-no-such-program', [])).rejects.toThrow('ENOENT')
  })

  it('names the remedy, if one is known', async () => {
    const failure = await mustRun(process.execPath, fails, { remedy: 'apt-get update' }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(MissingError)
    expect(String(failure)).toMatch(/no space\nTry: apt-get update$/)
  })
})
