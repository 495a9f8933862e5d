import { describe, expect, it } from 'vitest';
import type { LinkState } from '../model/model.js';
import { readinessOf } from './readiness.js';

const link = (state: LinkState, isLoaded: boolean, note?: string) => ({
  isLoaded: () => isLoaded,
  status: () => ({ central: 'c', interfaceName: 'HmIP-RF' as const, state, connected: state === 'connected', note }),
});

describe('readiness of a CCU', () => {
  it('waits for the CCU until an interface answers', () => {
    expect(readinessOf([link('probing', false), link('disconnected', false)], false)).toEqual({
      phase: 'waiting_for_ccu',
      ready: false,
      interfacesLoaded: 0,
      interfacesTotal: 2,
    });
  });

  it('loads devices until every interface is loaded or was refused', () => {
    expect(readinessOf([link('connected', true), link('loading', false)], false).phase).toBe('loading_devices');
    expect(readinessOf([link('connected', true), link('probing', false)], false).phase).toBe('loading_devices');
    expect(readinessOf([link('connected', true), link('probing', false, 'refused')], false).phase).toBe('ready');
  });

  it('is not ready before something is loaded, though everything else was refused', () => {
    expect(readinessOf([link('loading', false), link('probing', false, 'refused')], false).phase).toBe(
      'loading_devices',
    );
  });

  it('waits for names where there are some', () => {
    expect(readinessOf([link('connected', true)], true)).toMatchObject({ phase: 'loading_hub', ready: false });
    expect(readinessOf([link('connected', true)], false)).toMatchObject({ phase: 'ready', ready: true });
  });
});
