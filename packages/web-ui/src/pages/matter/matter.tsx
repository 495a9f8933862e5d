import { Unplug } from 'lucide';
import { useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Chip, Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Commissioning } from './commissioning.tsx';
import { ExposableList } from './exposable-list.tsx';
import { FabricList } from './fabric-list.tsx';
import { matterTexts } from './texts.js';
import './matter.css';

/** The Matter bridge: how it is added to a home, to which it belongs, and what it shows. */
export function MatterPage() {
  const say = useTexts(matterTexts);
  const status = useResource(({ gateway }) => gateway.call('getMatterStatus'));
  const bridge = status.current.value.value;
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          bridge?.enabled === true && (
            <Chip tone={bridge.listening ? 'good' : 'bad'}>{say(bridge.listening ? 'running' : 'notListening')}</Chip>
          )
        }
      >
        {say('intro')}
      </PageHeader>
      <Loaded of={status}>
        {({ enabled, commissioning_window_open: isOpen, problems = [] }) =>
          enabled ? (
            <div class="matter">
              {problems.map(({ code, message, remedy }) => (
                <Notice key={code} tone="bad">
                  {message}. {remedy}
                </Notice>
              ))}
              <Commissioning isOpen={isOpen} onChange={() => status.reload()} />
              <FabricList />
              <ExposableList />
            </div>
          ) : (
            <Empty title={say('off')} icon={Unplug}>
              <p>{say('offHint')}</p>
            </Empty>
          )
        }
      </Loaded>
    </>
  );
}
