import type { Ccu } from '@ccu-gateway/ccu-client';
import type { Home, HomeEvent } from '@ccu-gateway/device-model';
import type { Storage } from '@ccu-gateway/storage';
import type { Attached } from '../centrals/centrals.js';
import type { CentralConfig } from '../config/index.js';
import { createHubSyncs, type HubSyncs } from '../hub/hub-syncs.js';
import type { Log } from '../log/log.js';
import type { Time } from '../time.js';
import { recordIncidents } from './incidents.js';
import { restoreVisibility } from './visibility.js';

export interface AttachmentDeps {
  readonly home: Home;
  readonly publish: (event: HomeEvent) => void;
  readonly storage: Storage | undefined;
  readonly time: Time;
  readonly log: Log;
}

/** What runs for each CCU while it is connected: reading its hub, writing down its failures, its visible parameters. */
export interface Attachment {
  readonly syncs: HubSyncs;
  /** To be called when a CCU was connected. */
  attach(ccu: Ccu, central: CentralConfig): Attached;
}

export function createAttachment({ home, publish, storage, time, log }: AttachmentDeps): Attachment {
  const syncs = createHubSyncs({ home, publish, time, log: log.child('hub') });
  return {
    syncs,
    attach(ccu, central) {
      const visibility = { home, publish, store: storage?.unignore, now: time.now };
      const showWhatIsWanted = (config: CentralConfig) =>
        restoreVisibility(visibility, config).catch((error: unknown) =>
          log.warn('visibility could not be restored', { central: config.name, error }),
        );
      void showWhatIsWanted(central);
      const sync = syncs.attach(ccu, central);
      const stopRecording = recordIncidents(ccu, storage?.incidents, log);
      return {
        async adjust(changed) {
          sync.adjust(changed);
          await showWhatIsWanted(changed);
        },
        detach() {
          sync.stop();
          stopRecording();
        },
      };
    },
  };
}
