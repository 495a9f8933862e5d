import { createOidc, type Oidc } from '../oidc/service.js';
import type { SignIn } from '../sessions/sign-in.js';
import type { Settings } from '../settings/settings.js';
import type { Foundations } from './foundations.js';

/** The identity provider of the present settings. */
export interface Provider {
  readonly current: Oidc | null;
  /** Applies new settings; an unchanged provider keeps its cached metadata and keys. */
  replace(takeOver: () => void, next: Settings): void;
}

export function openProvider(foundations: Foundations, signIn: SignIn): Provider {
  const { settings } = foundations;
  const open = () => settings.oidc && createOidc({ ...foundations, oidc: settings.oidc, signIn });
  let current = open();
  return {
    get current() {
      return current;
    },
    replace: (takeOver, next) => {
      const isOther = JSON.stringify(next.oidc) !== JSON.stringify(settings.oidc);
      takeOver();
      if (!isOther) return;
      current?.close();
      current = open();
      void current?.warmUp();
    },
  };
}
