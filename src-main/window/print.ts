import type { BrowserWindow, PrintToPDFOptions, WebContents, WebContentsPrintOptions } from 'electron'
import { messageOf } from '#shared/error-message'
import type { CommandInput } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import type { PageSize } from '#shared/bridge/app-commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { SaveFile } from './dialogs/save-file'

export type PaperSize = 'A4' | 'Letter'

/** Countries that use Letter paper (CLDR, territory information: paper size). */
const letterCountries = new Set('BZ CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' '))

/** `country` is an ISO 3166 code, or empty if unknown. */
export const paperSizeOf = (country: string): PaperSize =>
  letterCountries.has(country.toUpperCase()) ? 'Letter' : 'A4'

/** Sets sizes and colors explicitly, because Chromium renders the footer without the page's styles. */
const footer = `<div style="width:100%;padding:0 14mm;display:flex;justify-content:space-between;
font:8px sans-serif;color:#56646a"><span class="title"></span>
<span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`

const mmOfInch = 25.4
const margin = { top: 14 / mmOfInch, bottom: 18 / mmOfInch, left: 14 / mmOfInch, right: 14 / mmOfInch }

/** The part of a window that printing needs. */
type Printed = Pick<BrowserWindow, 'getBackgroundColor' | 'setBackgroundColor'> & {
  readonly webContents: Pick<WebContents, 'print' | 'printToPDF' | 'getTitle'>
}

/** Chromium paints paper margins in the window's background color. */
const withWhiteBackground = async <Value>(window: Printed, work: () => Promise<Value>): Promise<Value> => {
  const before = window.getBackgroundColor()
  window.setBackgroundColor('#ffffff')
  try {
    return await work()
  } finally {
    window.setBackgroundColor(before)
  }
}

const noMargins = { top: 0, bottom: 0, left: 0, right: 0 }

/** Labels have fixed positions, which Chromium's headers and margins would shift. */
const labelsAsPdf = ({ width, height }: PageSize): PrintToPDFOptions => ({
  pageSize: { width: width / mmOfInch, height: height / mmOfInch },
  printBackground: true,
  margins: noMargins,
})

const labelsOnPaper = ({ width, height }: PageSize): WebContentsPrintOptions => ({
  printBackground: true,
  // In microns.
  pageSize: { width: Math.round(width * 1000), height: Math.round(height * 1000) },
  margins: { marginType: 'none' },
})

const asPdf = (pageSize: PaperSize): PrintToPDFOptions => ({
  pageSize,
  printBackground: true,
  displayHeaderFooter: true,
  headerTemplate: '<span></span>',
  footerTemplate: footer,
  margins: margin,
  generateTaggedPDF: true,
})

/** With a header or footer, Chromium also prints page numbers. */
const onPaper = (title: string, pageSize: PaperSize): WebContentsPrintOptions => ({
  printBackground: true,
  pageSize,
  header: ' ',
  footer: title,
})

export type PrintPage = (
  where: CommandInput<'window/print'>,
) => Promise<Outcome<{ readonly savedAs: string } | { readonly canceled: true } | null, DomainFailure>>

/**
 * Prints the current page with its print styles, or saves it as PDF. `canceled` if the print dialog was canceled, null if
 * the one of the file was; `internal` if the printer failed, with the system's message.
 */
export const createPrint =
  (deps: {
    readonly window: () => Printed | null
    readonly saveFile: SaveFile
    readonly paper: PaperSize
  }): PrintPage =>
  async (where) => {
    const window = deps.window()
    if (window === null) return fail({ code: 'not-found', message: 'no window is open' })
    const page = window.webContents
    const { page: size } = where
    if (where.to === 'pdf') {
      let bytes: Uint8Array
      try {
        bytes = await withWhiteBackground(window, () =>
          page.printToPDF(size === undefined ? asPdf(deps.paper) : labelsAsPdf(size)),
        )
      } catch (error) {
        return fail({ code: 'internal', message: `PDF failed: ${messageOf(error)}` })
      }
      return deps.saveFile({ name: where.name, kind: 'pdf', bytes })
    }
    const printing = () =>
      new Promise<Outcome<{ readonly canceled: true } | null, DomainFailure>>((answer) => {
        const options = size === undefined ? onPaper(page.getTitle(), deps.paper) : labelsOnPaper(size)
        page.print(options, (printed, reason) => {
          // “Print job canceled” means that the user canceled (Electron's documentation of webContents.print).
          if (printed) answer(succeed(null))
          else if (/cancel/i.test(reason)) answer(succeed({ canceled: true }))
          else answer(fail({ code: 'internal', message: `printing failed: ${reason}` }))
        })
      })
    return withWhiteBackground(window, printing)
  }
