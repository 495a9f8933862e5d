import type { Channel } from '../state.js';

export function customNameOf(_channel: Channel): string | undefined {
  return undefined;
}

export function isCustomPrimary(_channel: Channel): boolean {
  return false;
}
