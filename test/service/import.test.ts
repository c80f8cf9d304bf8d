import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importInto } from '../../src-service/import/import-into'
import { StartFailure } from '../../src-service/start-failure'
import { trainingCredentials } from '../../src-service/user-center/credentials'
import { connectTo } from '../support/service-client'
import { buildServiceProgram, runServiceProgram } from '../support/service-program'
import { temporaryFolder } from '../support/temporary-folder'
import { startOnImported } from './imported'

const enterprise = (more: object = {}) => ({
  globalId: 'E1',
  name: '进口企业 Imported',
  code: '@i',
  customers: [
    { channelCode: 'T', channelCustomerId: 'C1', name: 'One' },
    { channelCode: 'T', channelCustomerId: 'C2', name: 'Two', isDefault: true },
  ],
  departments: [{ id: 7, name: '预算部 Cost' }],
  employees: [
    { globalId: 'anna', userName: 'anna@i', name: '安娜 Anna', departmentId: 7, identity: 'administrator' },
  ],
  assets: [
    { assetNum: 'B-8700000001', licenseType: 'normal_recover_usbkey', borrowedUsbKey: true },
    {
      assetNum: 'A-8700000002',
      licenseType: 'normal_recover_lan_usbkey',
      keyChipType: 1,
      assignedTo: 'anna@i',
      lentOnto: 'B-8700000001',
      limitStartDate: 1_700_000_000_000,
      assetExtendList: [{ extendCode: 'gxxp', extendValue: '1' }],
      products: [{ productUri: 'gms-a', productName: 'A', limitConcurrent: 3 }],
      merchandises: [
        {
          merchandiseNum: 'P1',
          children: [{ merchandiseNum: 'P2', licenseOrderProductList: [{ gmsPid: 'gms-b' }] }],
        },
      ],
    },
  ],
  ...more,
})

describe('an imported enterprise', () => {
  it('is returned like any other, with lent assets under their lock', async () => {
    const service = await startOnImported({ enterprises: [enterprise()] })
    const client = await connectTo(service.url)
    const path = { enterpriseGlobalId: 'E1' }
    const [lock, asset] = await client.succeed('order.listAssets', { path })
    expect(asset).toMatchObject({
      assetNum: 'A-8700000002',
      keyShellNumber: '8700000002',
      keyChipType: 1,
      limitStartTime: 1_700_000_000_000,
      assetExtends: [{ extendCode: 'gxxp', extendValue: '1' }],
      assignStatus: { assignStatus: 'assigned', assignMemberId: 'anna' },
    })
    expect(await client.succeed('member.listBorrowedLocks', { path })).toMatchObject([
      { assetNum: 'B-8700000001', borrowedFlag: true, cloudAccountGlobalId: 'anna' },
    ])
    const under = await client.succeed('member.listAssetProducts', { path: { assetId: lock!.id } })
    expect(under).toMatchObject({
      productInstanceList: [{ productUri: 'gms-a', limitConcurrent: 3 }],
      children: [
        {
          merchandiseNum: 'P1',
          productInstanceList: null,
          children: [{ merchandiseNum: 'P2', children: null, productInstanceList: [{ gmsPid: 'gms-b' }] }],
        },
      ],
    })
    const query = { channelCode: 'T', channelCustomerId: 'C1', defaultCustomer: 'Y' }
    expect(await client.succeed('order.queryCustomers', { query })).toMatchObject([
      { channelCustomerId: 'C2' },
    ])
    const { list } = await client.succeed('member.listEmployees', { path })
    expect(list).toMatchObject([{ departmentName: '预算部 Cost', borrowNum: 'B-8700000001' }])
    // A bind finds its name, and a revocation its orders.
    const bound = await client.succeed('order.bindCustomer', {
      body: {
        channelCode: 'T',
        channelCustomerId: 'C3',
        customerName: 'Three',
        branchName: 'b',
        enterpriseName: '进口企业 Imported',
        passwordMobile: '13800001111',
      },
    })
    expect(bound.enterpriseGlobalId).toBe('E1')
    await service.stop()
  })
})

describe('the import command', () => {
  let program: string
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeAll(async () => {
    program = await buildServiceProgram()
  })
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(() => folder.remove())

  const data = () => join(folder.path, 'data')
  const importText = async (text: string, ...args: string[]) => {
    const file = join(folder.path, 'import.json')
    await writeFile(file, text)
    const { status, stdout, stderr } = await runServiceProgram(program, [
      'import',
      '--data',
      data(),
      ...args,
      file,
    ]).ended
    return { status, stdout, stderr: stderr.replaceAll(folder.path, 'DIR') }
  }
  const importOf = (content: unknown) => importText(JSON.stringify(content))

  it('imports whole files, and rejects existing data and a running service', async () => {
    expect(await importOf({ enterprises: [enterprise()] })).toEqual({
      status: 0,
      stdout: 'Imported 1 enterprise, 2 customers, 1 employee, 2 assets.\n',
      stderr: '',
    })
    const nothing = { customers: [], employees: [], departments: [], assets: [] }
    const other = enterprise({ ...nothing, globalId: 'E2' })
    const again = await importOf({
      enterprises: [
        other,
        enterprise({
          globalId: 'E3',
          customers: [{ channelCode: 'T', channelCustomerId: 'C9', name: 'Nine' }],
        }),
      ],
    })
    expect([again.status, again.stdout]).toEqual([2, ''])
    expect(again.stderr).toMatch(/^Nothing was imported\. Correct .*import\.json:\n/)
    expect(again.stderr).toContain('  enterprises[1].employees[0].userName: ')

    const refused = await runServiceProgram(program, ['--data', data()]).ended
    expect([refused.status, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toContain('Start it with --credentials FILE')
    const own = JSON.stringify({
      applications: [...trainingCredentials.applications.values()],
      users: [...trainingCredentials.users.values()],
    })
    const service = runServiceProgram(program, ['--data', data(), '--credentials', '-'], own)
    const client = await connectTo(await service.url)
    expect(await importOf({ enterprises: [other] })).toMatchObject({
      status: 1,
      stderr:
        'Another service is using the folder DIR/data. Stop it, or choose another folder with --data.\n',
    })
    // Neither of the two rejected enterprises exists.
    for (const enterpriseGlobalId of ['E2', 'E3']) {
      expect(await client.refusal('order.listAssets', { path: { enterpriseGlobalId } })).toMatchObject({
        code: '13004',
      })
    }
    service.child.kill('SIGTERM')
    expect((await service.ended).status).toBe(0)
  })

  it.each([
    ['{ "enterprises":\n [}', 'line 2, column 3: invalid JSON'],
    ['{ "enterprises": [', 'line 1, column 19: invalid JSON'],
    ['{"enterprises":[]}', 'enterprises: '],
    ['[]', 'the file: '],
    [{ enterprises: [{ ...enterprise(), code: undefined }] }, 'enterprises[0].code: '],
    [{ enterprises: [enterprise({ colour: 'red' })] }, 'enterprises[0]: Unrecognized key: "colour"'],
    [
      { enterprises: [enterprise({ assets: [{ assetNum: '1', licenseType: 'usb' }] })] },
      'enterprises[0].assets[0].licenseType: ',
    ],
    [
      { enterprises: [enterprise(), enterprise()] },
      'enterprises[1].globalId: “E1” is already used at enterprises[0]',
    ],
    [
      {
        enterprises: [
          enterprise({
            assets: [{ assetNum: '1', licenseType: 'softkey', assignedTo: 'nobody', lentOnto: '2' }],
          }),
        ],
      },
      'enterprises[0].assets[0].assignedTo: “nobody” is not a userName of this enterprise',
    ],
    [
      { enterprises: [enterprise({ assets: [{ assetNum: '1', licenseType: 'softkey', products: [{}] }] })] },
      'enterprises[0].assets[0].products[0].productUri: must not be empty',
    ],
    [
      {
        enterprises: [
          enterprise({
            customers: [],
            assets: [
              {
                assetNum: '1',
                licenseType: 'softkey',
                customer: { channelCode: 'x', channelCustomerId: 'y' },
              },
            ],
          }),
        ],
      },
      'enterprises[0].assets[0].customer: customer not found',
    ],
    [
      { enterprises: [enterprise({ customers: [], assets: [{ assetNum: '1', licenseType: 'softkey' }] })] },
      'enterprises[0].assets[0].customer: is required',
    ],
  ])('reports where %j is invalid', async (content, place) => {
    const file = join(folder.path, 'import.json')
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    const failure: unknown = await importInto({ file, data: data() }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartFailure)
    expect(failure).toMatchObject({ kind: 'usage', message: expect.stringContaining(place) as string })
  })

  it('prints the schema of the file, and rejects wrong usage', async () => {
    const shown = await runServiceProgram(program, ['import', '--schema']).ended
    expect(JSON.parse(shown.stdout)).toMatchObject({ properties: { enterprises: { type: 'array' } } })
    const wrong = await runServiceProgram(program, ['import', '--data', data()]).ended
    expect([wrong.status, wrong.stderr.split('\n')[0]]).toEqual([2, 'import requires a FILE.'])
  })
})
