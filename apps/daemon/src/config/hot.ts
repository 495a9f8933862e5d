import { createHotSettings as createFor, type HotSettings as HotSettingsOf } from '@ccu-gateway/gateway-core/parts';
import type { GatewayConfig } from './schema.js';
import { CONFIG_LAYOUT } from './sections.js';

/** Settings that apply at once. */
export type HotSettings = HotSettingsOf<GatewayConfig>;

export const createHotSettings = (): HotSettings => createFor<GatewayConfig>(CONFIG_LAYOUT);
