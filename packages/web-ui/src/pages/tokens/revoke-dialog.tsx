import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Confirm } from '../../ui/confirm.tsx';
import { tokensTexts } from './texts.js';
import { socketsOf, type Token } from './token-facts.js';

/** Says which connections end before a token is taken back. */
export function RevokeDialog({
  token,
  onClose,
  onRevoked,
}: {
  readonly token: Token;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}) {
  const { gateway, announce } = useServices();
  const say = useTexts(tokensTexts);
  const streams = useResource(({ gateway: asked }) => asked.call('listStreams'));
  const open = socketsOf(streams.current.value.value?.connections ?? [], token);
  const name = token.subject;
  return (
    <Confirm
      title={say('revokeTitle', { name })}
      action={say('revoke')}
      onClose={onClose}
      onConfirm={async () => {
        await gateway.call('deleteTokenV2', { path: { fingerprint: token.fingerprint } });
        announce(say('revoked', { name }));
        onRevoked();
      }}
    >
      <p>{say('revokeEffect')}</p>
      {open.length === 0 ? (
        <p class="dim">{say('revokeNone')}</p>
      ) : (
        <>
          <p>{say('revokeCloses', { n: open.length })}</p>
          <ul class="plain-list private">
            {open.slice(0, 8).map(({ id, client_name: client, remote_address: address = '—' }) => (
              <li key={id}>{say('from', { client: client ?? say('unknownClient'), address })}</li>
            ))}
          </ul>
        </>
      )}
    </Confirm>
  );
}
