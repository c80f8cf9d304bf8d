import { describe, expect, it } from 'vitest'
import { readBatchFile } from '../../../../../src-renderer/features/orders/files/read-batch-file'

const json = '{"orderList":[{"customerName":"北桥设计院"}]}'
/** “北桥设计院” in GBK. */
const gbkName = [0xb1, 0xb1, 0xc7, 0xc5, 0xc9, 0xe8, 0xbc, 0xc6, 0xd4, 0xba]
const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)]
const [before = '', after = ''] = json.split('北桥设计院')

const read = async (bytes: readonly number[]): Promise<string> => {
  const outcome = await readBatchFile(new File([new Uint8Array(bytes)], 'batch.json'))
  return outcome.ok ? outcome.value : outcome.error.code
}

describe('a file with a batch of orders', () => {
  it.each([
    ['UTF-8', bytesOf(json), json],
    ['GBK, in which Windows saves text in China', [...bytesOf(before), ...gbkName, ...bytesOf(after)], json],
    ['UTF-16', [...Buffer.from(`\ufeff${json}`, 'utf16le')], json],
    ['another encoding, which may change the name', [...bytesOf(before), 0x4d, 0xfc, 0x6c, 0x6c, ...bytesOf(after)], 'encoding'], // prettier-ignore
    ['nothing', [], 'empty'],
    ['blanks', bytesOf(' \r\n'), 'empty'],
    ['a byte order mark alone', bytesOf('\ufeff'), 'empty'],
    ['a workbook', [0x50, 0x4b, 3, 4, 20, 0], 'no-text'],
    ['an encrypted workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'no-text'],
    ['a program', [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0], 'no-text'],
  ])('may have %s in it', async (_, bytes, result) => {
    expect((await read(bytes)).replace(/^\ufeff/, '')).toBe(result)
  })

  it('may be locked by another program, gone, or a folder', async () => {
    const file = new File([json], 'batch.json')
    Object.assign(file, { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) })
    expect(await readBatchFile(file)).toMatchObject({ ok: false, error: { code: 'unreadable' } })
  })
})
