import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card, Chip } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { QrCode } from '../../ui/value/qr-code.tsx';
import { groupedCode } from './matter-data.js';
import { matterTexts } from './texts.js';

interface CommissioningProps {
  readonly isOpen: boolean;
  readonly onChange: () => Promise<void>;
}

/** Opens and closes the window in which a home can add the bridge, and shows the codes for it. */
export function Commissioning({ isOpen, onChange }: CommissioningProps) {
  const say = useTexts(matterTexts);
  const { announce, gateway, session } = useServices();
  const refusal = useRefusal('admin');
  const action = useAction();
  const turn = () =>
    action.run(async () => {
      await gateway.call(isOpen ? 'closeMatterWindow' : 'openMatterWindow');
      await onChange();
      announce(say(isOpen ? 'closed' : 'opened'));
    });
  return (
    <Card
      title={say('add')}
      aside={<Chip tone={isOpen ? 'accent' : 'neutral'}>{say(isOpen ? 'windowOpen' : 'windowClosed')}</Chip>}
    >
      <div class="stack">
        <p class="dim">{say(isOpen ? 'scan' : 'openHint')}</p>
        {isOpen && (session.may('admin') ? <Codes /> : <p>{say('codesForAdmins')}</p>)}
        <div class="row">
          <Button
            {...(isOpen ? {} : { kind: 'primary' as const })}
            disabledReason={refusal}
            onClick={() => void turn()}
          >
            {say(isOpen ? 'close' : 'open')}
          </Button>
        </div>
        {action.error !== undefined && <ErrorBox error={action.error} />}
      </div>
    </Card>
  );
}

function Codes() {
  const say = useTexts(matterTexts);
  const payload = useResource(({ gateway }) => gateway.call('getMatterSetupPayload'));
  return (
    <Loaded of={payload} height="14rem" count={1}>
      {({ qr_code: qr, manual_code: manual }) => (
        <>
          <QrCode text={qr} label={say('qr')} />
          <p class="row">
            {say('manual')} <code class="private matter-code">{groupedCode(manual)}</code>
            <CopyButton label={say('copyManual')} text={() => manual} />
          </p>
        </>
      )}
    </Loaded>
  );
}
