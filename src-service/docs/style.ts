/** Styles of the documentation page; it loads no external resources. */
export const style = `
:root { color-scheme: light dark; --ink: #1c2530; --soft: #5b6876; --paper: #fbfaf7; --card: #fff; --line: #dfe3e6;
  --accent: #0b6b6b; --code: #f0f3f3; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaee; --soft: #9aa7b3; --paper: #14181c; --card: #1b2126; --line: #313a42; --accent: #5fc4c0;
    --code: #232b31; }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 16px; }
body { margin: 0; font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK SC', sans-serif;
  color: var(--ink); background: var(--paper); display: grid; grid-template-columns: 290px minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 24px 12px 24px 20px;
  border-right: 1px solid var(--line); font-size: 14px; }
nav h2 { font-size: 12px; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 20px 0 6px; }
nav a { display: block; padding: 3px 8px; color: inherit; text-decoration: none; border-radius: 4px; }
nav a:hover, nav a:focus-visible { background: var(--code); }
main { padding: 32px clamp(16px, 4vw, 56px) 96px; max-width: 1080px; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 8px; }
h2 { font-size: 21px; margin: 0; }
h3 { font-size: 14px; margin: 22px 0 6px; color: var(--soft); font-weight: 600; }
p { margin: 8px 0; max-width: 78ch; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 22px 26px; margin: 22px 0; }
.where { font: 14px/1.6 ui-monospace, 'Cascadia Mono', Menlo, monospace; margin: 6px 0 10px; overflow-wrap: anywhere; }
.method { font-weight: 700; color: var(--accent); margin-right: 8px; }
.id { color: var(--soft); font-size: 13px; }
code, pre { font: 13.5px/1.5 ui-monospace, 'Cascadia Mono', Menlo, monospace; }
code { background: var(--code); padding: 1px 4px; border-radius: 3px; }
pre { background: var(--code); padding: 12px 14px; border-radius: 6px; overflow: auto; margin: 6px 0; }
table { border-collapse: collapse; width: 100%; font-size: 14.5px; }
td, th { text-align: left; vertical-align: top; padding: 5px 14px 5px 0; border-top: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); font-size: 13px; border-top: 0; }
td:first-child { white-space: nowrap; font-family: ui-monospace, 'Cascadia Mono', Menlo, monospace; font-size: 13.5px; }
td.type { color: var(--soft); min-width: 9em; }
.must { color: var(--accent); font-family: system-ui, sans-serif; font-size: 12px; margin-left: 6px; }
summary { cursor: pointer; margin-top: 18px; font-size: 14px; font-weight: 600; color: var(--soft); }
.wide { overflow-x: auto; }
@media (max-width: 820px) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 16px; }
  article { padding: 16px; }
}
`
