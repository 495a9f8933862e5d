import { html } from 'hono/html';
import type { Html } from './layout.js';
import type { Texts } from './texts.js';

/** Counts the seconds down and keeps the button back until they are over; without it the number stands still. */
export const WAIT_SCRIPT = `
(function(){
'use strict';
var wait=document.getElementById('wait'),button=document.querySelector('form button');
var end=Date.now()+Number(wait.dataset.seconds)*1000;
function tick(){
var left=Math.max(0,Math.ceil((end-Date.now())/1000));
wait.textContent=String(left);
if(button)button.disabled=left>0;
if(left>0)setTimeout(tick,500);
}
tick();
})();
`;

/** Time of the next useful attempt; `seconds` is the text of the header. */
export function waitNote(texts: Texts, seconds: string | undefined): Html | '' {
  if (seconds === undefined || !/^\d{1,6}$/.test(seconds)) return '';
  return html`<p class="hint">${texts.waitFor} <b id="wait" data-seconds="${seconds}">${seconds}</b>\u202fs</p>`;
}
