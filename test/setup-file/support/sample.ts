import { createHash } from 'node:crypto'
import type { WrittenSetup } from '../../../src-main/setup-file/setup-form'

const state = {
  text: '',
  filter: { states: ['disabled'] },
  sort: null,
  hidden: ['chip'],
  widths: { end: 200 },
}

export const sampleProfile = {
  version: 2 as const,
  id: 'shop-key',
  name: { en: 'Shop key', zh: '门店锁' },
  match: { vendorId: 0x1209, productId: 0x0042, product: '^Shop' },
  read: { by: 'exchange' as const, request: '0102', length: 64, answer: { startsWith: '01' } },
  extract: { offset: 2, length: 10, as: 'ascii' as const },
}

/** A set-up file with something of each kind; `many` enterprises and names of locks. */
export const sampleSetup = (many = 2): WrittenSetup =>
  structuredClone<WrittenSetup>({
    format: 'lock-desk-setup',
    version: 1,
    platforms: [
      {
        name: 'East',
        baseUrl: 'https://east.example/api',
        userCentreUrl: 'https://east.example/oauth/token',
        orderAppKey: 'east-orders',
        memberAppKey: null,
        userName: 'counter',
        colour: 1,
      },
    ],
    data: [
      {
        baseUrl: 'https://east.example/api',
        enterprises: Array.from({ length: many }, (_, at) => ({
          enterpriseGlobalId: `E${at}`,
          enterpriseName: `Enterprise ${at}`,
          channelCode: 'CRM',
          channelCustomerId: `C-${at}`,
        })),
        names: Array.from({ length: many }, (_, at) => ({
          enterpriseGlobalId: 'E1',
          assetNum: `LD80000${String(at).padStart(5, '0')}`,
          name: `Desk ${at}`,
          note: 'first line\nsecond line',
        })),
        views: { assets: [{ name: 'Disabled', state, isDefault: true }] },
      },
    ],
    profiles: [sampleProfile],
    operators: ['Li Wei', '陈宇'],
    settings: { language: 'zh', theme: 'dark', idleLockMinutes: 5, chunkSize: 50 },
  })

export const bytesOf = (content: unknown): Uint8Array => Buffer.from(JSON.stringify(content, null, 2))
export const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
