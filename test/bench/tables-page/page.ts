import { createApp } from 'vue'
import { applyTokens, dark, light } from '../../../src-renderer/ui/theme/tokens'
import { createTexts } from '../../renderer/support/texts'
import { openBareList } from './bare-list'
import { assets } from './rows'
import { createTablePage } from './table-page'

// `?list=table|bare&rows=100000&theme=dark&lang=zh&state=loading`: the page that the benchmark types into, also
// for manual inspection.

const query = new URLSearchParams(location.search)
const isDark = query.get('theme') === 'dark'
const language = query.get('lang') === 'zh' ? 'zh' : 'en'
const root = document.getElementById('app')
if (root === null) throw new Error('The page has no #app.')

applyTokens(document.documentElement, isDark ? dark : light, isDark ? 'dark' : 'light')
document.documentElement.lang = language
const rows = assets(Number(query.get('rows') ?? 100_000))

if (query.get('list') === 'bare') openBareList(root, rows)
else {
  createApp(createTablePage(rows, { isDark, state: query.get('state') ?? 'ready' }))
    .use(createTexts(language))
    .mount(root)
}

// Marks each received key in the trace; the work of a key starts here.
let keys = 0
window.addEventListener('keydown', () => performance.mark(`bench-key-${String(keys++)}`), { capture: true })
