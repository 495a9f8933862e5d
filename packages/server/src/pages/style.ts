const DARK =
  'color-scheme:dark;--bg:#0f1218;--fg:#e9ecf4;--dim:#a2abbe;--card:#181c25;--line:#2a3140;--edge:#76809a;--accent:#9db4ff;--on:#0d1530;--bad:#ff8a80';

/** The one style sheet of the server's own pages. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#f5f6f9;--fg:#171b26;--dim:#565f73;--card:#fff;--line:#e0e4ec;--edge:#858d9e;--accent:#2f55cf;--on:#fff;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${DARK}}}
:root[data-theme=dark]{${DARK}}
:root[data-theme=light]{color-scheme:light}
[hidden]{display:none!important}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
main{max-width:70rem;margin:0 auto;padding:1.5rem 1rem 4rem}
main.narrow{max-width:26rem;padding-top:10vh}
.brand{width:2.25rem;height:2.25rem;flex:none}
code.command{user-select:all;overflow-wrap:anywhere}
a.button{display:flex;align-items:center;justify-content:center;min-height:2.5rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--card);color:var(--fg);font-weight:600;text-decoration:none}
header{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin-bottom:1.5rem}
header h1{margin:0;font-size:1.35rem;flex:1 1 auto}
h2{font-size:1.05rem;margin:0}
a{color:var(--accent)}
form.card,section.card{background:var(--card);border:1px solid var(--line);border-radius:.875rem;padding:1.25rem;box-shadow:0 4px 16px rgb(20 27 45/5%)}
label{display:block;margin:.9rem 0 .25rem;font-weight:600}
label.check{display:flex;gap:.5rem;align-items:center;min-height:1.5rem;margin-top:.5rem;font-weight:400}
label.check input{width:1.1rem;height:1.1rem;flex:none;accent-color:var(--accent)}
.choices{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between;margin-top:1.5rem;color:var(--dim)}
.choices nav{margin:0}
.choices a{padding:.25rem 0}
.choices a[aria-current]{color:inherit;font-weight:600;text-decoration:none}
.choices label{margin:0;font-weight:400}
.choices select{width:auto;padding:.3rem .5rem}
input,select{width:100%;padding:.6rem .7rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:.5rem}
button{min-height:2.5rem;padding:.45rem 1rem;font:inherit;font-weight:600;color:var(--on);background:var(--accent);border:0;border-radius:.5rem;cursor:pointer}
button:disabled{background:var(--line);color:var(--dim);cursor:not-allowed}
form.card button{width:100%;margin-top:1.4rem}
button.quiet{color:var(--fg);background:transparent;border:1px solid var(--line)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
p.strength{display:flex;align-items:center;gap:.6rem;margin:.35rem 0 0;color:var(--dim)}
p.strength meter{flex:1;height:.6rem}
input[aria-invalid=true]{border-color:var(--bad)}
p.hint,small{color:var(--dim)}
p.error{color:var(--bad);font-weight:600;margin:.5rem 0}
pre{overflow:auto;max-height:28rem;font:.85rem/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
nav{display:flex;gap:1rem;margin-top:1rem}
`;
