import type { MatterStatus } from '@ccu-gateway/contract/types';
import { Unplug } from 'lucide';
import { useEffect } from 'preact/hooks';
import { HOME_EVENTS, THING_EVENTS, WINDOW_EVENTS } from '../../connection/matter-events.js';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { HelpLink } from '../../ui/help-link.tsx';
import { Chip, Empty, PageHeader, Skeleton } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Commissioning } from './commissioning.tsx';
import { ExposableList } from './exposable-list.tsx';
import { FabricList } from './fabric-list.tsx';
import { matterTexts } from './texts.js';
import './matter.css';

const LOOK_AGAIN_MS = 2_000;

/** The Matter bridge: pairing with a home, its homes, and the exposed devices. */
export function MatterPage() {
  const say = useTexts(matterTexts);
  const status = useResource(({ gateway }) => gateway.call('getMatterStatus'), {
    refreshOn: [...WINDOW_EVENTS, ...HOME_EVENTS, ...THING_EVENTS],
  });
  const { base, session, timer } = useServices();
  const latest = status.current.value;
  const bridge = latest.value;
  const isStarting = bridge?.enabled === true && !bridge.listening && (bridge.problems ?? []).length === 0;
  // A bridge that starts publishes no event when it listens; a status that failed to load is read again too.
  useEffect(() => {
    if (isStarting) return timer(() => void status.reload(), LOOK_AGAIN_MS);
  }, [latest]);
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          bridge?.enabled === true && (
            <Chip tone={bridge.listening ? 'good' : isStarting ? 'neutral' : 'bad'}>
              {say(bridge.listening ? 'running' : isStarting ? 'starting' : 'notListening')}
            </Chip>
          )
        }
      >
        {say('intro')}
      </PageHeader>
      <Loaded of={status}>
        {({ enabled, commissioning_window_open: isOpen, problems = [], ...found }) =>
          enabled ? (
            <div class="matter">
              {problems.map(({ code, message, remedy }) => (
                <Notice key={code} tone="bad">
                  {message}. {remedy} <HelpLink to="matter" />
                </Notice>
              ))}
              <Warnings {...found} />
              {/* A bridge that starts answers none of their requests yet. */}
              {isStarting ? (
                <Skeleton height="6rem" count={3} />
              ) : (
                <>
                  <Commissioning isOpen={isOpen} onChange={() => status.reload()} />
                  <FabricList />
                  <ExposableList onChange={() => status.reload()} />
                </>
              )}
            </div>
          ) : (
            <Empty title={say('off')} icon={Unplug}>
              <p>{say('offHint')}</p>
              {session.may('admin') && <a href={base.at('settings?section=matter')}>{say('toSettings')}</a>}
            </Empty>
          )
        }
      </Loaded>
    </>
  );
}

/** Chosen features that the system of the home does not support. */
function Warnings({ warnings = [], endpoint_limit: limit = 0 }: Pick<MatterStatus, 'warnings' | 'endpoint_limit'>) {
  const say = useTexts(matterTexts);
  return warnings.map(({ code, message, things: n }) => (
    <Notice key={code} tone="warn">
      {code === 'limit_passed' || code === 'unlock_needs_pin' ? say(code, { n, limit }) : message}
    </Notice>
  ));
}
