import { html } from 'hono/html';
import type { Html } from './layout.js';
import type { Texts } from './texts.js';

/** Loads the meter with the first keystroke: its list of known passwords is much larger than the page. */
export const STRENGTH_SCRIPT = `
(function(){
'use strict';
document.getElementById('password').addEventListener('input',function(){
var script=document.createElement('script');
script.type='module';
script.src=document.getElementById('strength').dataset.script;
document.head.append(script);
},{once:true});
})();
`;

/** The meter of a new password, hidden until its script rates one; `script` is the path of that script. */
export function strengthMeter(texts: Texts, script: string): Html {
  const words = [texts.strength0, texts.strength1, texts.strength2, texts.strength3, texts.strength4];
  return html`<p class="strength" id="strength" data-script="${script}" data-words="${words.join('|')}" hidden>
<meter min="0" max="5" low="3" high="4" optimum="5" value="0" aria-label="${texts.strength}"></meter> <output for="password"></output></p>`;
}
