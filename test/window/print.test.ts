import type { PrintToPDFOptions, WebContentsPrintOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { createPrint, paperSizeOf } from '../../src-main/window/print'
import type { FileToSave } from '../../src-main/window/dialogs/save-file'

const printing = (outcome: { printed: boolean; reason: string } = { printed: true, reason: '' }) => {
  const seen: {
    backgrounds: string[]
    pdf?: PrintToPDFOptions
    paper?: WebContentsPrintOptions
    saved?: FileToSave
  } = { backgrounds: [] }
  const print = createPrint({
    window: () => ({
      getBackgroundColor: () => '#121718',
      setBackgroundColor: (colour: string) => void seen.backgrounds.push(colour),
      webContents: {
        getTitle: () => 'Receipt – Lock Desk',
        printToPDF: (options) => {
          seen.pdf = options
          return Promise.resolve(Buffer.from('%PDF-1.4'))
        },
        print: (options, callback) => {
          if (options !== undefined) seen.paper = options
          callback?.(outcome.printed, outcome.reason)
        },
      },
    }),
    saveFile: (file) => {
      seen.saved = file
      return Promise.resolve(succeed({ savedAs: '/home/li/receipt.pdf' }))
    },
    paper: 'A4',
  })
  return { print, seen }
}

describe('print', () => {
  it('saves a PDF with page numbers under the given name', async () => {
    const { print, seen } = printing()
    expect(await print({ to: 'pdf', name: 'receipt' })).toEqual(succeed({ savedAs: '/home/li/receipt.pdf' }))
    expect(seen.saved).toMatchObject({ name: 'receipt', kind: 'pdf' })
    expect(seen.pdf).toMatchObject({ pageSize: 'A4', displayHeaderFooter: true })
    expect(seen.pdf?.footerTemplate).toMatch(/pageNumber[^]*totalPages/)
  })

  it('prints on white paper, and restores the window’s background', async () => {
    for (const where of [{ to: 'pdf', name: 'a' }, { to: 'printer' }] as const) {
      const { print, seen } = printing()
      await print(where)
      expect(seen.backgrounds).toEqual(['#ffffff', '#121718'])
    }
  })

  it('prints with a footer, beside which Chromium puts the page number', async () => {
    const { print, seen } = printing()
    expect(await print({ to: 'printer' })).toEqual(succeed(null))
    expect(seen.paper).toMatchObject({ footer: 'Receipt – Lock Desk', pageSize: 'A4' })
  })

  it('treats a closed dialog as canceled, and a failing printer as a failure', async () => {
    const canceled = printing({ printed: false, reason: 'Print job canceled' })
    expect(await canceled.print({ to: 'printer' })).toEqual(succeed({ canceled: true }))
    const failed = printing({ printed: false, reason: 'Print job failed' })
    expect(await failed.print({ to: 'printer' })).toMatchObject({ ok: false, error: { code: 'internal' } })
  })

  it('knows the paper size of a country', () => {
    expect([paperSizeOf('us'), paperSizeOf('CN'), paperSizeOf('')]).toEqual(['Letter', 'A4', 'A4'])
  })
})
