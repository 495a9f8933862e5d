/** Where this page is below the origin: `/`, or the path that a proxy has put before it. Ends with a slash. */
export interface Base {
  readonly url: URL;
  readonly path: string;
  /** Address of a page of the app for the address bar: `devices` is `/prefix/devices`. */
  at(page: string): string;
  /** The part of a path that the app routes by; with a leading slash. */
  inside(path: string): string;
}

export function baseOf(baseUri: string): Base {
  const url = new URL('./', baseUri);
  const path = url.pathname;
  return {
    url,
    path,
    at: (page) => path + page.replace(/^\/+/, ''),
    inside: (full) => `/${full.startsWith(path) ? full.slice(path.length) : ''}`,
  };
}

/** A path without the slashes at its end; a lookbehind would need newer browsers than the app supports. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
