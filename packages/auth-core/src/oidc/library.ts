import type * as OAuth from 'oauth4webapi';

/** The library for OAuth. */
export type OAuthLibrary = typeof OAuth;

let loaded: Promise<OAuthLibrary> | undefined;

/** Loads it with the first use: most gateways have no identity provider, and its code takes a megabyte of memory. */
export function loadOAuth(): Promise<OAuthLibrary> {
  loaded ??= import('oauth4webapi');
  return loaded;
}
