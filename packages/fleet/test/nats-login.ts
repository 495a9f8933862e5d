import { nkeys } from '@nats-io/transport-node';

type Pair = ReturnType<typeof nkeys.createUser>;

/**
 * The output of `nsc`: the configuration of a server that trusts an operator, and the credentials file of one of its
 * users.
 */
export function makeCredentials() {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()];
  // JetStream has its own.
  const system = nkeys.createAccount();
  const unlimited = {
    mem_storage: -1,
    disk_storage: -1,
    streams: -1,
    consumer: -1,
    conn: -1,
    subs: -1,
    data: -1,
    payload: -1,
  };
  const operatorToken = sign(operator, operator, { type: 'operator' });
  const accountToken = sign(account, operator, {
    type: 'account',
    limits: { ...unlimited, imports: -1, exports: -1, leaf: -1 },
  });
  const systemToken = sign(system, operator, {
    type: 'account',
    limits: { conn: -1, subs: -1, data: -1, payload: -1 },
  });
  const userToken = sign(user, account, { type: 'user', subs: -1, data: -1, payload: -1 });
  const config = [
    `operator: ${operatorToken}`,
    'resolver: MEMORY',
    `system_account: ${system.getPublicKey()}`,
    `resolver_preload: { ${account.getPublicKey()}: ${accountToken}, ${system.getPublicKey()}: ${systemToken} }`,
  ].join('\n');
  return {
    config,
    credentials: credentialsOf(userToken, user),
    strangers: credentialsOf(userToken, nkeys.createUser()),
  };
}

const credentialsOf = (token: string, pair: Pair) =>
  new TextEncoder().encode(
    [
      ...['-----BEGIN NATS USER JWT-----', token, '------END NATS USER JWT------', ''],
      ...[
        '-----BEGIN USER NKEY SEED-----',
        new TextDecoder().decode(pair.getSeed()),
        '------END USER NKEY SEED------',
        '',
      ],
    ].join('\n'),
  );

/** A token of NATS: a JWT that is signed with an nkey. */
function sign(subject: Pair, issuer: Pair, claims: object): string {
  const pack = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = [
    pack({ typ: 'JWT', alg: 'ed25519-nkey' }),
    pack({
      ...{ jti: subject.getPublicKey(), iat: 1_700_000_000, name: 'test' },
      ...{ iss: issuer.getPublicKey(), sub: subject.getPublicKey(), nats: { ...claims, version: 2 } },
    }),
  ].join('.');
  return `${text}.${Buffer.from(issuer.sign(new TextEncoder().encode(text))).toString('base64url')}`;
}
