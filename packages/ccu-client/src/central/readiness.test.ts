import { describe, expect, it } from 'vitest';
import type { ConnectionState } from '../model/model.js';
import { readinessOf } from './readiness.js';

const connection = (state: ConnectionState, isLoaded: boolean, note?: string) => ({
  isLoaded: () => isLoaded,
  status: () => ({ central: 'c', interfaceName: 'HmIP-RF' as const, state, connected: state === 'connected', note }),
});

describe('readiness of a CCU', () => {
  it('waits for the CCU until an interface answers', () => {
    expect(readinessOf([connection('probing', false), connection('disconnected', false)], false)).toEqual({
      phase: 'waiting_for_ccu',
      ready: false,
      interfacesLoaded: 0,
      interfacesTotal: 2,
    });
  });

  it('loads devices until every interface is loaded or was refused', () => {
    expect(readinessOf([connection('connected', true), connection('loading', false)], false).phase).toBe(
      'loading_devices',
    );
    expect(readinessOf([connection('connected', true), connection('probing', false)], false).phase).toBe(
      'loading_devices',
    );
    expect(readinessOf([connection('connected', true), connection('probing', false, 'refused')], false).phase).toBe(
      'ready',
    );
  });

  it('is not ready before something is loaded, though everything else was refused', () => {
    expect(readinessOf([connection('loading', false), connection('probing', false, 'refused')], false).phase).toBe(
      'loading_devices',
    );
  });

  it('waits for names where there are some', () => {
    expect(readinessOf([connection('connected', true)], true)).toMatchObject({ phase: 'loading_hub', ready: false });
    expect(readinessOf([connection('connected', true)], false)).toMatchObject({ phase: 'ready', ready: true });
  });
});
