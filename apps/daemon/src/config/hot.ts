import { createHotSettings as createFor, type HotSettings as HotSettingsOf } from '@ccu-gateway/gateway-core/parts';
import type { GatewayConfig } from './schema.js';
import { CONFIG_LAYOUT } from './sections.js';

/** The settings whose change counts at once. */
export type HotSettings = HotSettingsOf<GatewayConfig>;

export const createHotSettings = (): HotSettings => createFor<GatewayConfig>(CONFIG_LAYOUT);
