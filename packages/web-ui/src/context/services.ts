import type { Gateway } from '@ccu-gateway/client';
import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Connection } from '../connection/connection.js';
import type { Favourites } from '../favourites/favourites.js';
import type { Formats } from '../i18n/formats.js';
import type { LanguageChoice } from '../i18n/language.js';
import type { Say, Texts } from '../i18n/texts.js';
import type { LeaveGuard } from '../leaving/leave-guard.js';
import type { Base } from '../net/base.js';
import type { CcuScope } from '../scope/ccu-scope.js';
import type { Session } from '../session/session.js';
import type { HouseStore } from '../store/house-store.js';
import type { ThemeChoice } from '../theme/theme.js';
import type { SavedViews } from '../views/saved-views.js';
import type { Consents } from '../writes/consent.js';
import type { ValueWriter } from '../writes/write-value.js';

/** Services of pages and components. Created once, in `main.tsx`. */
export interface Services {
  readonly gateway: Gateway;
  /** Store limited to the chosen CCU. */
  readonly store: HouseStore;
  /** Which CCUs are shown. */
  readonly scope: CcuScope;
  readonly connection: Connection;
  readonly favourites: Favourites;
  /** Views of the devices that the user has named. */
  readonly views: SavedViews;
  readonly session: Session;
  readonly writer: ValueWriter;
  /** Asks people before something dangerous is done; nothing is written without its consent. */
  readonly consents: Consents;
  readonly language: LanguageChoice;
  readonly theme: ThemeChoice;
  readonly base: Base;
  /** Asks before something that is not saved is lost; pages use `useUnsaved`. */
  readonly leaving: LeaveGuard;
  /** CSRF token of a write, for the few calls that the client does not support. */
  readonly csrf: () => string | undefined;
  /** The time, ten seconds exact: for ages that are shown. */
  readonly clock: ReadonlySignal<number>;
  readonly now: () => number;
  /** Runs a function once, later; returns a function that cancels it. */
  readonly timer: (run: () => void, delayMs: number) => () => void;
  /** Announces a text to users of a screen reader. Only for results of their actions. */
  readonly announce: (text: string) => void;
  /** Last announced text. */
  readonly announced: ReadonlySignal<string>;
}

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('there are no services around this component');
  return services;
}

/** The texts of a catalogue in the chosen language. */
export function useTexts<const T extends Texts>(texts: T): Say<T> {
  return useServices().language.textsOf(texts);
}

export function useFormats(): Formats {
  return useServices().language.formats.value;
}
