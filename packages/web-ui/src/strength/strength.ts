import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * The meter below the password of the setup page. The page loads this script with the first keystroke, because its list of
 * known passwords is larger than the page; the words of its scores are in the page, one a score.
 */
const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

const password = document.querySelector<HTMLInputElement>('#password');
const username = document.querySelector<HTMLInputElement>('#username');
const strength = document.querySelector<HTMLElement>('#strength');
const meter = strength?.querySelector('meter');
const output = strength?.querySelector('output');

if (password && username && strength && meter && output) {
  const words = (strength.dataset.words ?? '').split('|');
  const show = () => {
    const { score } = judge.check(password.value, [username.value]);
    strength.hidden = password.value === '';
    // The weakest score is one of five steps, so that its bar is seen.
    meter.value = score + 1;
    output.textContent = words[score] ?? '';
  };
  password.addEventListener('input', show);
  username.addEventListener('input', show);
  show();
}
