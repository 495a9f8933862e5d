// Which browser the tests of the web UI run in.
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root, run } from './run.mjs';

/** The headless shell has no windows to draw: a suite takes half of the time. It has neither push nor notifications. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** The newest that runs on Node 20. */
const PACKAGED = '@sparticuz/chromium@143.0.4';
const folder = join(root, 'var/browser');
/** Packages of Debian that the packaged browser needs and a bare machine has not. */
const LIBRARIES = ['libnss3', 'libexpat1', 'fontconfig', 'fonts-dejavu-core'];

/** Path of the browser; undefined where there is none. With `install`, a packaged one is fetched before giving up. */
export async function findBrowser({ install = false } = {}) {
  const named = process.env.CCU_GATEWAY_BROWSER;
  if (named !== undefined) {
    if (!existsSync(named)) throw new Error(`CCU_GATEWAY_BROWSER names ${named}, which does not exist`);
    return named;
  }
  return inPath([SHELL]).find(isExecutable) ?? findWholeBrowser() ?? (await packagedBrowser(install));
}

/** Path of a browser that the system has with all its parts; undefined where there is none. */
export function findWholeBrowser() {
  return process.env.CCU_GATEWAY_PUSH_BROWSER ?? [...inPath(NAMES), ...PLACES].find(isExecutable);
}

function inPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((each) => each !== '');
  return folders.flatMap((each) => names.map((name) => join(each, name)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function packagedBrowser(install) {
  if (process.platform !== 'linux') return undefined;
  const entry = () => createRequire(join(folder, 'x.js')).resolve('@sparticuz/chromium');
  try {
    entry();
  } catch {
    if (!install) return undefined;
    mkdirSync(folder, { recursive: true });
    const code = await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, PACKAGED]);
    if (code !== 0) return undefined;
  }
  const { default: chromium } = await import(entry());
  const path = await chromium.executablePath();
  if (await works(path, ['--version'])) return path;
  // A library is missing: only root can install it, and only where there is `apt-get`.
  const installed =
    install &&
    (await works('apt-get', ['update'])) &&
    (await works('apt-get', ['install', '-y', '--no-install-recommends', ...LIBRARIES]));
  return installed && (await works(path, ['--version'])) ? path : undefined;
}

/** Whether a command is there and succeeds. */
const works = (command, args) =>
  run(command, args).then(
    (code) => code === 0,
    () => false,
  );

export const HOW_TO_GET_ONE =
  'No browser was found. Install Chromium or Chrome, name one in CCU_GATEWAY_BROWSER, or run\n' +
  '  npx --yes pnpm@10 test:web --install\nwhich fetches one as an npm package (Linux).\n';
