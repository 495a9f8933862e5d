import { type GatewayCore, GatewayError } from '@ccu-gateway/gateway-core';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import type { McpSessions } from '@ccu-gateway/mcp';
import type { McpAccess } from '@ccu-gateway/server';
import type { GatewayConfig } from '../config/index.js';
import { eventsOf } from '../parts/part-events.js';
import type { Base } from './base.js';
import type { Data } from './data.js';
import { randomHex } from './random-hex.js';

/** The part of a gateway that serves assistants. */
export interface McpPart {
  readonly access: McpAccess;
  /** Takes other settings at once; a missing package is in the health. */
  reconfigure(settings: McpSettings): void;
}

type McpSettings = GatewayConfig['mcp'];
type Package = Pick<typeof import('@ccu-gateway/mcp'), 'createSessions'>;

interface Parts {
  readonly base: Pick<Base, 'log' | 'time' | 'parts' | 'lifecycle'>;
  readonly data: Pick<Data, 'loaded' | 'health'>;
  readonly version: string;
  readonly core: () => GatewayCore;
  /** Loads the package; replaced in tests. */
  readonly loadPackage?: () => Promise<Package>;
}

const PART = 'mcp';

/** Loads the package with the first settings that enable it, so that a missing one is reported before a request. */
export function createMcp(parts: Parts): McpPart {
  const { base, data } = parts;
  const log = base.log.child(PART);
  let settings = data.loaded.config.mcp;
  let sessions: Promise<McpSessions> | undefined;
  let problem: (Finding & { readonly note: string }) | undefined;
  let isEnding = false;
  let endCheck: () => void = () => undefined;

  async function open(): Promise<McpSessions> {
    const { loadPackage = () => import('@ccu-gateway/mcp') } = parts;
    try {
      const { createSessions } = await loadPackage();
      const { version, core } = parts;
      const { now, after } = base.time;
      const events = eventsOf(base.parts, PART, core().events);
      const deps = { core: { ...core(), events }, log, clock: { now, after }, randomHex, version };
      problem = undefined;
      return createSessions(deps, settings);
    } catch (error) {
      problem = problemOf(error, parts.version);
      log.error('assistants unavailable', { reason: problem.reason, note: problem.note, error });
      throw error;
    }
  }

  /** Starts or ends it by the settings. */
  function settle(): void {
    endCheck();
    endCheck = settings.enabled ? data.health.check(PART, () => problem ?? { status: 'healthy' }) : () => undefined;
    const former = sessions;
    if (!settings.enabled || isEnding) {
      sessions = undefined;
      problem = undefined;
      former?.then((open) => open.close()).catch(() => undefined);
      return;
    }
    if (former !== undefined && problem === undefined) {
      former.then((open) => open.reconfigure(settings)).catch(() => undefined);
      return;
    }
    sessions = base.parts.in(PART, open);
    // It is in the health.
    sessions.catch(() => undefined);
  }

  base.lifecycle.onClose('assistants', async () => {
    isEnding = true;
    const last = sessions;
    settle();
    await last?.then((open) => open.close()).catch(() => undefined);
  });
  const access: McpAccess = {
    isEnabled: () => settings.enabled,
    async handle(request) {
      const running = await sessions?.catch(() => undefined);
      if (running === undefined) throw unavailable(problem?.note);
      return base.parts.in(PART, () => running.handle(request));
    },
  };
  return {
    access,
    reconfigure(next) {
      settings = next;
      settle();
    },
  };
}

const unavailable = (note = 'Assistants cannot be served now') =>
  new GatewayError('service_unready', note, { reason: 'mcp_unavailable' });

function problemOf(error: unknown, version: string) {
  const status = 'degraded' as const;
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
    return {
      status,
      reason: 'mcp_not_installed',
      note: `Assistants are enabled, but their package is not installed. Run "npm install @ccu-gateway/mcp@${version}" where the gateway is installed, and restart it`,
    };
  }
  const why = error instanceof Error ? error.message : String(error);
  return {
    status,
    reason: 'mcp_failed',
    note: `The package for assistants could not be loaded (${why}). See the log of the gateway`,
  };
}
