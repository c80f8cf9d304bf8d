import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format } from 'prettier'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  readSimulatedDevices,
  simulatedDeviceJsonSchema,
} from '../../../src-main/locks/simulator/simulated-device-file'
import { temporaryFolder } from '../../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())
const model = {
  version: 1,
  vendorId: '0x1bc0',
  productId: '0x8123',
  product: 'Key',
  manufacturer: 'Maker',
  reportDescriptor: '0600ff0901a101c0',
  locks: [{ number: '8000000017', features: { '5': ['01', '02'] } }],
}
const read = async (content: unknown) => {
  const file = join(folder.path, 'model.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  const found = readSimulatedDevices([file])
  return found.ok ? found.value.map(({ trayId, label }) => [trayId, label.en]) : found.error.message
}

describe('a file of a simulated device', () => {
  it('adds its locks to the simulator', async () => {
    expect(await read(model)).toEqual([['device-1-1', 'Key 8000000017']])
  })

  it.each([
    ['no JSON', '{', 'not JSON'],
    ['a number that is none', { ...model, locks: [{ number: '17' }] }, 'shell number'],
    ['no lock', { ...model, locks: [] }, 'locks'],
    ['an unknown field', { ...model, writes: true }, 'writes'],
    [
      'a report ID beyond 255',
      { ...model, locks: [{ number: '8000000017', features: { 256: '' } }] },
      'features.256',
    ],
    ['half a byte', { ...model, reportDescriptor: '0' }, 'hexadecimal'],
    ['no collection', { ...model, reportDescriptor: '0600ff' }, 'application collection'],
    ['too many bytes', ' '.repeat(5 * 1024 * 1024), 'larger than'],
  ])('is rejected with %s', async (_what, content, why) => {
    expect(await read(content)).toContain(why)
  })

  it('is rejected when it does not exist', () => {
    expect(readSimulatedDevices([join(folder.path, 'none.json')])).toMatchObject({ ok: false })
  })

  // After a change of the schema: npx vitest run --project unit -u test/locks/simulator/simulated-device-file.test.ts
  it('has the JSON Schema in resources/', async () => {
    const text = await format(JSON.stringify(simulatedDeviceJsonSchema()), {
      parser: 'json',
      singleQuote: true,
      printWidth: 110,
    })
    await expect(text).toMatchFileSnapshot('../../../resources/training/simulated-device.schema.json')
  })
})
