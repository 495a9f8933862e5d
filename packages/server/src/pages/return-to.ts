const LOCAL_PATH = /^\/(?![/\\])[\x21-\x7e]*$/;
const TRICKS = /\\|%2f|%5c|%0[0-9a-f]|%1[0-9a-f]/i;
const NOWHERE = 'http://gateway.invalid';

/** A path of this gateway to go to after signing in; anything that could lead elsewhere becomes `/`. */
export function safeReturnTo(wanted: string | undefined): string {
  if (wanted === undefined || !LOCAL_PATH.test(wanted) || TRICKS.test(wanted)) return '/';
  try {
    const url = new URL(wanted, NOWHERE);
    return url.origin === NOWHERE && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}
