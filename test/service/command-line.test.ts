import { describe, expect, it } from 'vitest'
import { readCommandLine } from '../../src-service/command-line'
import { StartFailure } from '../../src-service/start-failure'

describe('readCommandLine', () => {
  it('reads the options', () => {
    const line =
      '--data DIR --port 0 --host ::1 --seed empty --database-url postgres://x --credentials C --faults --random-seed 7'
    expect(readCommandLine(line.split(' '))).toMatchObject({
      name: 'serve',
      options: {
        data: 'DIR',
        port: 0,
        host: '::1',
        seed: 'empty',
        databaseUrl: 'postgres://x',
        credentials: 'C',
        faults: true,
        randomSeed: 7,
      },
    })
    expect(readCommandLine(['--help'])).toEqual({ name: 'help' })
    expect(readCommandLine(['--data', 'x', '--log-level', 'warn'])).toMatchObject({
      options: { logLevel: 'warn' },
    })
    expect(readCommandLine(['import', '--data', 'x', 'file.json'])).toMatchObject({
      name: 'import',
      data: 'x',
      file: 'file.json',
    })
    expect(readCommandLine(['hash'])).toEqual({ name: 'hash' })
    expect(readCommandLine(['make-template', '--out', 'F'])).toEqual({ name: 'make-template', out: 'F' })
  })

  it.each([
    [[]],
    [['--data']],
    [['--data', 'x', '--port', 'many']],
    [['--data', 'x', '--port', '70000']],
    [['--data', 'x', '--seed', 'what']],
    [['--data', 'x', '--random-seed', '1.5']],
    [['--data', 'x', '--what']],
    [['dance', '--data', 'x']],
    [['hash', 'more']],
    [['make-template']],
    [['import', 'file.json']],
    [['import', '--data', 'x']],
    [['import', '--data', 'x', 'one', 'two']],
    [['--data', 'x', '--log-level', 'loud']],
  ])('rejects %j and shows the usage', (args) => {
    const read = () => readCommandLine(args)
    expect(read).toThrow(StartFailure)
    expect(read).toThrow(/usage: service/)
  })
})
