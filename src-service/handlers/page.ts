interface Page {
  readonly pageNum: number
  readonly pageSize: number
  readonly total: number
  readonly navigatePages: number
}

/** Up to `size` page numbers around `pageNum`, limited to existing pages. */
const pageNumbers = (pageNum: number, pages: number, size: number): number[] => {
  const length = Math.min(size, pages)
  const first = Math.min(Math.max(pageNum - Math.floor(size / 2), 1), pages - length + 1)
  return Array.from({ length }, (_, index) => first + index)
}

/**
 * The employee page envelope (section 2.2). Rows and pages count from 1; 0 means that the page or row does not
 * exist.
 */
export const pageEnvelope = <Item>(list: Item[], { pageNum, pageSize, total, navigatePages }: Page) => {
  const pages = Math.ceil(total / pageSize)
  const startRow = list.length === 0 ? 0 : (pageNum - 1) * pageSize + 1
  return {
    pageNum,
    pageSize,
    size: list.length,
    orderBy: null,
    startRow,
    endRow: list.length === 0 ? 0 : startRow + list.length - 1,
    total,
    pages,
    list,
    firstPage: pages === 0 ? 0 : 1,
    prePage: pageNum > 1 ? pageNum - 1 : 0,
    nextPage: pageNum < pages ? pageNum + 1 : 0,
    lastPage: pages,
    isFirstPage: pageNum === 1,
    isLastPage: pageNum >= pages,
    hasPreviousPage: pageNum > 1,
    hasNextPage: pageNum < pages,
    navigatePages,
    navigatepageNums: pageNumbers(pageNum, pages, navigatePages),
  }
}
