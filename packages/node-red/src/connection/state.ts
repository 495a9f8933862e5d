/** The state of a connection with a gateway. Sentences for people are made of it in `words`. */
export type ConnectionState =
  | { readonly is: 'connecting' | 'replaying' | 'closed' }
  /** `unsaved`: the position could not be stored, so that a restart repeats events. */
  | { readonly is: 'connected'; readonly unsaved?: string }
  | { readonly is: 'away' | 'denied' | 'refused'; readonly reason: string }
  | { readonly is: 'too_old' | 'too_new'; readonly version: string }
  /** Events could be received, but the names of the devices could not be read. */
  | { readonly is: 'unread'; readonly error: unknown }
  /** A setting is missing or wrong. */
  | { readonly is: 'unconfigured'; readonly setting: 'url' | 'token' };
