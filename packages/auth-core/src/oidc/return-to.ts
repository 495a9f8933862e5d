const plainPath = /^\/(?![/\\])[\x21-\x7e]*$/;
const decodesToSeparator = /%(?:2f|5c|[01][0-9a-f]|7f)/i;
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;
const base = 'http://gateway.invalid';

/** The path to go to after signing in: the one asked for when it can only be a path of this gateway, else `/`. */
export function safeReturnTo(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > 2048 || !plainPath.test(wanted)) return '/';
  const path = wanted.split(/[?#]/, 1)[0] ?? '';
  if (wanted.includes('\\') || decodesToSeparator.test(wanted) || path.includes('//') || dotSegment.test(path))
    return '/';
  if (!URL.canParse(wanted, base)) return '/';
  const url = new URL(wanted, base);
  return url.origin === base && url.username === '' && `${url.pathname}${url.search}${url.hash}` === wanted
    ? wanted
    : '/';
}
