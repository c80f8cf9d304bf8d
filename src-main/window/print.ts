import type { BrowserWindow, PrintToPDFOptions, WebContents, WebContentsPrintOptions } from 'electron'
import type { CommandFailure, CommandInput, PageSize } from '#shared/commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { SaveFile } from './save-file'

export type PaperSize = 'A4' | 'Letter'

/** Countries whose printers hold Letter (CLDR, territory information: paper size). */
const letterCountries = new Set('BZ CA CL CO CR DO GT HN MX NI PA PH PR SV US VE'.split(' '))

/** `country` is an ISO 3166 code, or empty where the system does not say. */
export const paperOf = (country: string): PaperSize =>
  letterCountries.has(country.toUpperCase()) ? 'Letter' : 'A4'

/** Sizes and colour are given: Chromium draws this in a world of its own, without the page's styles. */
const footer = `<div style="width:100%;padding:0 14mm;display:flex;justify-content:space-between;
font:8px sans-serif;color:#56646a"><span class="title"></span>
<span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`

const inch = 25.4
const margin = { top: 14 / inch, bottom: 18 / inch, left: 14 / inch, right: 14 / inch }

/** As much of a window as printing needs. */
type Printed = Pick<BrowserWindow, 'getBackgroundColor' | 'setBackgroundColor'> & {
  readonly webContents: Pick<WebContents, 'print' | 'printToPDF' | 'getTitle'>
}

/** Chromium paints the margins of the paper with the window's own background. */
const onWhite = async <Value>(window: Printed, work: () => Promise<Value>): Promise<Value> => {
  const before = window.getBackgroundColor()
  window.setBackgroundColor('#ffffff')
  try {
    return await work()
  } finally {
    window.setBackgroundColor(before)
  }
}

const noMargins = { top: 0, bottom: 0, left: 0, right: 0 }

/** Labels stand where they stand: what Chromium adds around a page would move them. */
const labelsAsPdf = ({ width, height }: PageSize): PrintToPDFOptions => ({
  pageSize: { width: width / inch, height: height / inch },
  printBackground: true,
  margins: noMargins,
})

const labelsOnPaper = ({ width, height }: PageSize): WebContentsPrintOptions => ({
  printBackground: true,
  // In microns here.
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

/** With a header or a footer given, Chromium prints “page of pages” beside it. */
const onPaper = (title: string, pageSize: PaperSize): WebContentsPrintOptions => ({
  printBackground: true,
  pageSize,
  header: ' ',
  footer: title,
})

export type PrintPage = (
  where: CommandInput<'window/print'>,
) => Promise<Outcome<{ readonly savedAs: string } | null, CommandFailure>>

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/**
 * Prints the page that is shown, as its print styles have it, or saves it as a PDF. Null where the person closed
 * the dialog. `internal` is a printer that did not do it, with what the system said.
 */
export const createPrint =
  (deps: {
    readonly window: () => Printed | null
    readonly saveFile: SaveFile
    readonly paper: PaperSize
  }): PrintPage =>
  async (where) => {
    const window = deps.window()
    if (window === null) return fail({ code: 'not-found', message: 'there is no window' })
    const page = window.webContents
    const { page: size } = where
    if (where.to === 'pdf') {
      let bytes: Uint8Array
      try {
        bytes = await onWhite(window, () =>
          page.printToPDF(size === undefined ? asPdf(deps.paper) : labelsAsPdf(size)),
        )
      } catch (error) {
        return fail({ code: 'internal', message: `no PDF: ${messageOf(error)}` })
      }
      return deps.saveFile({ name: where.name, kind: 'pdf', bytes })
    }
    const printing = () =>
      new Promise<Outcome<null, CommandFailure>>((answer) => {
        const options = size === undefined ? onPaper(page.getTitle(), deps.paper) : labelsOnPaper(size)
        page.print(options, (printed, reason) => {
          // “Print job canceled” is the person's own doing (Electron's document of webContents.print).
          const isDone = printed || /cancel/i.test(reason)
          answer(isDone ? succeed(null) : fail({ code: 'internal', message: `not printed: ${reason}` }))
        })
      })
    return onWhite(window, printing)
  }
