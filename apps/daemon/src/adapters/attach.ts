import type { Ccu } from '@ccu-gateway/ccu-client';
import { interfacesWhere } from '@ccu-gateway/ccu-client/interfaces';
import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import {
  type ConfigurationKeeper,
  createCentralLinkControl,
  createCentralLinkKeeper,
  createConfigurationKeeper,
  createHubSyncs,
  createLinkKeeper,
  createParamsetReader,
  createValueKeeper,
  type HubIntervals,
  type HubSyncSettings,
  type HubSyncs,
  type Identities,
  type LinkKeeper,
  type LiveReports,
  type RadioTrafficCounter,
  recordIncidents,
  restoreVisibility,
  type ValueKeeper,
} from '@ccu-gateway/gateway-core/parts';
import type { SharedStores } from '@ccu-gateway/storage';
import type { Attached } from '../centrals/centrals.js';
import { type CentralConfig, durationMs, type GatewayConfig } from '../config/index.js';
import type { Log } from '../log/log.js';
import type { LocalStorage } from '../storage/store.js';
import { visibilityRecords } from '../storage/visibility-records.js';
import { nextTurn, type Time } from '../time/time.js';

export interface AttachmentDeps {
  readonly house: HouseModel;
  readonly publish: (event: ModelEvent) => void;
  readonly identities: Pick<Identities, 'keep'>;
  readonly radioTraffic: Pick<RadioTrafficCounter, 'follow'>;
  readonly reports: Pick<LiveReports, 'follow'>;
  readonly storage: LocalStorage | undefined;
  readonly shared: SharedStores | undefined;
  readonly time: Time;
  /** Milliseconds for which events are gathered before the hub is read; undefined: as usual. */
  readonly hubSettleMs: number | undefined;
  /** Milliseconds from the first failed reading of a part of the hub to the next; undefined: as usual. */
  readonly hubRetryMs: number | undefined;
  readonly identityWaitMs: number | undefined;
  /** Milliseconds between two readings of configuration. */
  readonly configurationGapMs: number;
  /** Which values are kept over a restart. */
  readonly valuesCache: GatewayConfig['persistence']['values_cache'];
  readonly log: Log;
}

/**
 * The work for each CCU while it is connected: reading its hub and the configuration of its devices, linking their keys
 * with it, writing down its failures, its visible parameters.
 */
export interface Attachment {
  readonly syncs: HubSyncs;
  /** Other parameters are visible now: the unknown ones are read. */
  readonly visibilityChanged: (central: string) => void;
  /** Links were made or removed through this gateway. */
  readonly linksChanged: (central: string) => void;
  /** To be called when a CCU was connected. */
  attach(ccu: Ccu, central: CentralConfig): Attached;
}

export function createAttachment(deps: AttachmentDeps): Attachment {
  const { house, publish, identities, shared, time, configurationGapMs: gapMs } = deps;
  const { log } = deps;
  const hubLog = log.child('hub');
  const syncs = createHubSyncs({
    ...deps,
    keepIdentity: identities.keep,
    settleMs: deps.hubSettleMs,
    retryMs: deps.hubRetryMs,
    logOf: (name) => hubLog.child(name),
  });
  const keepers = new Map<string, ConfigurationKeeper>();
  const linkKeepers = new Map<string, LinkKeeper>();
  return {
    syncs,
    visibilityChanged: (central) => keepers.get(central)?.lookAgain(),
    linksChanged: (central) => linkKeepers.get(central)?.lookAgain(),
    attach(ccu, central) {
      const visibility = { house, publish, records: visibilityRecords(shared?.unignore), now: time.now };
      const showWhatIsWanted = (config: CentralConfig) =>
        restoreVisibility(visibility, { name: config.name, configured: config.visibility.un_ignore }).catch(
          (error: unknown) => log.warn('visibility could not be restored', { central: config.name, error }),
        );
      const operateAsWanted = ({ name, behavior, timezone, ...config }: CentralConfig) =>
        house.setBehaviour(name, {
          resumesLights: behavior.light_last_brightness,
          groupCoverState: behavior.use_group_channel_for_cover_state,
          listsInternalPrograms: behavior.include_internal_programs,
          offersFirmware: behavior.enable_device_firmware_check,
          holdsNewDevices: behavior.delay_new_device_creation,
          primaryInterface: primaryOf(config),
          ...(timezone === undefined ? {} : { timeZone: timezone }),
        });
      void showWhatIsWanted(central);
      operateAsWanted(central);
      const sync = syncs.attach(ccu, hubSettingsOf(central));
      const stopRecording = shared === undefined ? () => undefined : recordIncidents(ccu, shared.incidents, log);
      const stopCounting = deps.radioTraffic.follow(ccu);
      const stopReports = deps.reports.follow(ccu);
      const paramsets = createParamsetReader({ centrals: { get: () => ccu }, house, publish, now: time.now });
      const keeper = createConfigurationKeeper({ ccu, house, paramsets, time, gapMs, log: log.child('ccu') });
      keepers.set(central.name, keeper);
      const links = createLinkKeeper({ ccu, house, publish, time, gapMs, log: log.child('ccu') });
      linkKeepers.set(central.name, links);
      const keyLinks = createCentralLinkKeeper({
        ccu,
        house,
        links: createCentralLinkControl({ get: () => ccu }),
        time,
        gapMs,
        log: log.child('ccu'),
      });
      keyLinks.want(central.behavior.create_central_links);
      const values = keepValues(ccu, deps);
      return {
        async adjust(changed) {
          sync.adjust(hubSettingsOf(changed));
          operateAsWanted(changed);
          await showWhatIsWanted(changed);
          keeper.lookAgain();
          keyLinks.want(changed.behavior.create_central_links);
        },
        detach() {
          sync.stop();
          stopRecording();
          stopCounting();
          stopReports();
          keeper.stop();
          links.stop();
          keyLinks.stop();
          values?.stop();
          if (keepers.get(central.name) === keeper) keepers.delete(central.name);
          if (linkKeepers.get(central.name) === links) linkKeepers.delete(central.name);
        },
      };
    },
  };
}

/** The interface that the health of a CCU is judged by. */
function primaryOf({ primary_interface, interfaces }: Pick<CentralConfig, 'primary_interface' | 'interfaces'>) {
  if (primary_interface !== '') return primary_interface;
  const [ofHmip] = interfacesWhere(({ installMode }) => installMode === 'whitelist');
  return interfaces.find(({ name }) => name === ofHmip)?.name;
}

function keepValues(ccu: Ccu, { house, storage, valuesCache, time, log }: AttachmentDeps): ValueKeeper | undefined {
  const isKept = valuesCache.enabled && !valuesCache.disabled_centrals.includes(ccu.name);
  if (storage === undefined || !isKept) return undefined;
  return createValueKeeper({
    ccu,
    memory: house.memory,
    store: storage.values,
    time,
    nextTurn,
    flushMs: durationMs(valuesCache.flush_interval),
    log: log.child('values'),
  });
}

/** Settings of reading a hub, from the configuration of its CCU. */
function hubSettingsOf({ behavior }: Pick<CentralConfig, 'behavior'>): HubSyncSettings {
  return {
    intervals: intervalsOf(behavior),
    selection: {
      internalVariables: behavior.include_internal_sysvars,
      variableMarkers: behavior.sysvar_markers,
      programMarkers: behavior.program_markers,
    },
  };
}

function intervalsOf(behavior: CentralConfig['behavior']): Partial<HubIntervals> {
  const scan = durationMs(behavior.sysvar_scan_interval);
  return {
    sysvars: behavior.enable_sysvar_scan ? scan : 0,
    programs: behavior.enable_program_scan ? scan : 0,
  };
}
