import type { Site } from './model/site.js';

/** A gateway that shares nothing with others: each part is its own. */
export const alone: Site = {
  connects: true,
  keepsStates: true,
  loginElsewhere: undefined,
  requests: undefined,
  isOurs: undefined,
  openStream: (own) => own(),
  house: (own) => own(),
  identities: (own) => own,
  centrals: (own) => own,
  editLocks: (own) => own,
  bridgeStates: (own) => own,
  check() {},
  declareFigures() {},
  centralsChanged() {},
  offer: (own, { bridges }) => ({ ports: own, bridges, join: async () => undefined }),
};
