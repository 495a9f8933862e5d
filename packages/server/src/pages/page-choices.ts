import { html } from 'hono/html';
import { LANGUAGES, type Language, type Texts, textsIn } from './texts.js';

/** Language, by links that need no script; and the appearance, which only a script can remember. */
export function pageChoices(
  texts: Texts,
  language: Language,
  { page, returnTo = '/' }: { readonly page: 'login' | 'setup'; readonly returnTo?: string },
) {
  const link = (each: Language) => {
    const query = new URLSearchParams({ lang: each, ...(returnTo === '/' ? {} : { return_to: returnTo }) });
    const current = each === language ? html` aria-current="true"` : '';
    return html`<a href="${page}?${query}" lang="${each}" hreflang="${each}"${current}>${textsIn(each).ownName}</a> `;
  };
  return html`<footer class="choices"><nav aria-label="${texts.language}">${LANGUAGES.map(link)}</nav>
<label hidden>${texts.theme} <select id="theme"><option value="system">${texts.themeSystem}</option><option value="light">${texts.themeLight}</option><option value="dark">${texts.themeDark}</option></select></label></footer>`;
}
