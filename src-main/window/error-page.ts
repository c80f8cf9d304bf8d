import { text as template } from './dialogs/dialog-text'

const texts = {
  en: {
    title: template`Lock Desk can’t show its window`,
    text: template`The page failed several times. The activity log contains all changes that were sent.`,
    next: template`Restart Lock Desk. If this appears again, send the files in the diagnostics folder to support.`,
    restart: template`Restart`,
    folder: template`Diagnostics folder`,
  },
  zh: {
    title: template`Lock Desk 无法显示窗口`,
    text: template`页面多次出错。已发送的操作均在操作日志中。`,
    next: template`请重新启动 Lock Desk。如再次出现，请将诊断文件夹中的文件发给技术支持。`,
    restart: template`重新启动`,
    folder: template`诊断文件夹`,
  },
} as const

export type ErrorPageAction = 'restart' | 'folder'

/** Reserved and never resolvable (RFC 6761). */
const origin = 'https://lock-desk.invalid/'

/** The action of a link on the page; the URL is never loaded. */
export const errorPageAction = (url: string): ErrorPageAction | null => {
  if (url === `${origin}restart`) return 'restart'
  return url === `${origin}folder` ? 'folder' : null
}

export const errorPageTexts = (language: 'en' | 'zh') => texts[language]

const errorPageHtml = (language: 'en' | 'zh'): string => {
  const { title, text, next, restart, folder } = texts[language]
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>
:root { color-scheme: light dark; --back: #f3f5f5; --text: #1b2224; --quiet: #566266; --accent: #0b6b62; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --back: #121718; --text: #e8edee; --quiet: #a2adb0; --accent: #5cc9bb; --on: #06201d }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back);
  color: var(--text); font: 15px/1.6 system-ui, 'Microsoft YaHei', 'PingFang SC', 'Noto Sans CJK SC', sans-serif }
main { max-width: 480px; padding: 32px }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 12px; color: var(--quiet) }
nav { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 20px }
a { padding: 7px 16px; border: 1px solid var(--accent); border-radius: 6px; color: var(--accent); text-decoration: none }
a.main { background: var(--accent); color: var(--on) }
a:focus-visible { outline: 2px solid var(--text); outline-offset: 2px }
</style>
<main data-testid="fault-page">
<h1>${title}</h1>
<p>${text}</p>
<p>${next}</p>
<nav>
<a class="main" href="${origin}restart">${restart}</a>
<a href="${origin}folder">${folder}</a>
</nav>
</main>
</html>`
}

/** An error page made by main, which needs neither the bundle nor scripts. */
export const errorPage = (language: 'en' | 'zh'): string =>
  `data:text/html;charset=utf-8,${encodeURIComponent(errorPageHtml(language))}`
