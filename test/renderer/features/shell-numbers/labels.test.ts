import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelCodes, labelPaperIds, labelPapers, paperProblem } from '#shared/model/locks/label'
import type { LabelPaper } from '#shared/model/locks/label'
import {
  labelContent,
  textWidth,
  sizeProblem,
} from '../../../../src-renderer/features/shell-numbers/label-content'
import { labelPages } from '../../../../src-renderer/features/shell-numbers/label-pages'
import { decodeDataMatrix, modulesOf } from './support/data-matrix-reader'
import { code128Symbol, dataMatrixSymbol, qrSymbol } from '../../../../src-renderer/print/symbols'

const modules = {
  code128: code128Symbol('8000000000').width,
  qr: qrSymbol('8000000000').width,
  datamatrix: dataMatrixSymbol('8000000000').width,
}

describe('label papers', () => {
  it.each(labelPaperIds)('fit on their page: %s', (id) => {
    expect(paperProblem(labelPapers[id])).toBeNull()
  })

  it.each([
    ['not-a-size', { labelWidth: 0 }],
    ['not-a-size', { columns: 1.5 }],
    ['not-a-size', { left: -1 }],
    ['not-a-size', { pageWidth: Number.NaN }],
    ['too-wide', { gapX: 1 }],
    ['too-high', { top: 1 }],
    ['label-too-small', { labelWidth: 15, labelHeight: 6 }],
  ] as const)('are rejected as %s for %o', (problem, over) => {
    expect(paperProblem({ ...labelPapers['a4-24'], ...over })).toBe(problem)
  })
})

const papers = fc.record({
  columns: fc.integer({ min: 1, max: 8 }),
  rows: fc.integer({ min: 1, max: 20 }),
  labelWidth: fc.integer({ min: 20, max: 90 }),
  labelHeight: fc.integer({ min: 8, max: 60 }),
  gapX: fc.integer({ min: 0, max: 5 }),
  gapY: fc.integer({ min: 0, max: 5 }),
  left: fc.integer({ min: 0, max: 10 }),
  top: fc.integer({ min: 0, max: 10 }),
})
const around = (part: Omit<LabelPaper, 'pageWidth' | 'pageHeight'>): LabelPaper => ({
  ...part,
  pageWidth: part.left + part.columns * (part.labelWidth + part.gapX),
  pageHeight: part.top + part.rows * (part.labelHeight + part.gapY),
})

describe('label pages', () => {
  it('contain each label once, in order, within the page, without overlap', () => {
    fc.assert(
      fc.property(papers, fc.integer({ min: 0, max: 200 }), fc.nat({ max: 200 }), (part, count, skip) => {
        const paper = around(part)
        const labels = Array.from({ length: count }, (_one, index) => index)
        const pages = labelPages(labels, paper, skip)
        expect(pages.flat().map(({ of }) => of)).toEqual(labels)
        for (const page of pages) {
          expect(page.length).toBeGreaterThan(0)
          expect(new Set(page.map(({ x, y }) => `${x} ${y}`)).size).toBe(page.length)
          for (const { x, y } of page) {
            expect(x + paper.labelWidth).toBeLessThanOrEqual(paper.pageWidth)
            expect(y + paper.labelHeight).toBeLessThanOrEqual(paper.pageHeight)
          }
        }
      }),
    )
  })

  it('skip the used places of the first sheet', () => {
    const [page] = labelPages(['a', 'b'], labelPapers['a4-24'], 4)
    expect(page).toEqual([
      { of: 'a', x: 70, y: 37.125 },
      { of: 'b', x: 140, y: 37.125 },
    ])
  })
})

describe('the content of a label', () => {
  it('fits into it, for any content', () => {
    fc.assert(
      fc.property(
        papers,
        fc.constantFrom(...labelCodes),
        fc.constantFrom('', 'North Bridge'),
        (part, code, title) => {
          const { padding, square, bars, number, title: letters } = labelContent(part, { code, title })
          const beside = square > 0 ? square + padding : 0
          expect(2 * padding + beside + bars.width).toBeLessThanOrEqual(part.labelWidth + 0.01)
          expect(2 * padding + square).toBeLessThanOrEqual(part.labelHeight + 0.01)
          if (bars.height > 0)
            expect(2 * padding + letters * 1.35 + bars.height + number * 1.35).toBeLessThanOrEqual(
              part.labelHeight + 0.01,
            )
        },
      ),
    )
  })

  it.each(labelPaperIds)('can be scanned from %s with a barcode', (id) => {
    const content = labelContent(labelPapers[id], { code: 'code128', title: '' })
    expect(sizeProblem(content, modules)).toBeNull()
  })

  it('reports codes too small for a scanner', () => {
    const on = (labelWidth: number, labelHeight: number, code: 'code128' | 'qr' | 'datamatrix') =>
      sizeProblem(labelContent({ labelWidth, labelHeight }, { code, title: '' }), modules)
    expect(on(22, 30, 'code128')).toBe('code128')
    expect(on(60, 8, 'code128')).toBe('bars-too-low')
    expect(on(60, 8, 'qr')).toBe('qr')
    expect(on(60, 30, 'qr')).toBeNull()
    expect(on(20, 8, 'datamatrix')).toBeNull()
    expect(on(20, 4, 'datamatrix')).toBe('datamatrix')
  })

  it('counts Chinese letters as wider', () => {
    expect(textWidth('北桥')).toBe(2)
    expect(textWidth('ab')).toBeLessThan(2)
  })
})

/** The bars of a path, as widths of bar, space, bar, … */
const widthsOf = (path: string): number[] => {
  const bars = [...path.matchAll(/M(\d+) 0h(\d+)/g)].map(
    ([, x, width]) => [Number(x), Number(width)] as const,
  )
  return bars.flatMap(([x, width], index) => {
    const next = bars[index + 1]
    return next === undefined ? [width] : [width, next[0] - x - width]
  })
}

describe('a Code 128 symbol', () => {
  it('starts in set C, ends with the stop, and has a quiet zone of ten modules', () => {
    const { path, width } = code128Symbol('8000000017')
    const widths = widthsOf(path)
    // ISO/IEC 15417: start C is 211232, stop 2331112; digits are encoded in pairs, and one checksum follows.
    expect(widths.slice(0, 6).join('')).toBe('211232')
    expect(widths.slice(-7).join('')).toBe('2331112')
    expect(widths).toHaveLength(6 * 7 + 7)
    expect(widths.reduce((sum, each) => sum + each, 0)).toBe(width - 20)
    expect(path.startsWith('M10 ')).toBe(true)
  })

  it('differs by number', () => {
    expect(code128Symbol('8000000017').path).not.toBe(code128Symbol('8000000018').path)
  })
})

describe('a QR code', () => {
  it('has the 21 modules of version 1 and four quiet ones around, with its three finder patterns', () => {
    const { path, width } = qrSymbol('8000000017')
    expect(width).toBe(29)
    for (const finder of ['M4 11L11 11L11 4L4 4z', 'M18 11L25 11L25 4L18 4z', 'M4 25L11 25L11 18L4 18z'])
      expect(path).toContain(finder)
  })
})

describe('a DataMatrix', () => {
  it('is read back by an independent decoder, for any shell number', () => {
    fc.assert(
      fc.property(fc.constantFrom('8', '6'), fc.integer({ min: 0, max: 999_999_999 }), (region, number) => {
        const digits = `${region}${String(number).padStart(9, '0')}`
        const { path, width, height } = dataMatrixSymbol(digits)
        // Twelve modules and one quiet one on each side.
        expect([width, height]).toEqual([14, 14])
        expect(decodeDataMatrix(modulesOf(path, width))).toBe(digits)
      }),
      { numRuns: 300 },
    )
  })

  it('with a wrong module is refused by that decoder', () => {
    const modules = modulesOf(dataMatrixSymbol('8000000017').path, 14)
    const wrong = modules.map((row, y) => row.map((isDark, x) => (x === 5 && y === 6 ? !isDark : isDark)))
    expect(() => decodeDataMatrix(wrong)).toThrow('error correction')
  })
})
