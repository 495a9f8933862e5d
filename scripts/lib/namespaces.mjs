import { execFileSync } from 'node:child_process';

const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();

/**
 * Two network namespaces that stand for two machines in one network: a pair of veth with link-local addresses and nothing else, so that
 * what is said in there leaves this machine as little as loopback does. Undefined where that cannot be made.
 */
export function joinTwoNamespaces() {
  const first = `ccu-gateway-${process.pid}-a`;
  const second = `ccu-gateway-${process.pid}-b`;
  const remove = () => {
    for (const name of [first, second]) {
      try {
        ip('netns', 'del', name);
      } catch {
        // It was never made, or is gone already.
      }
    }
  };
  try {
    for (const name of [first, second]) {
      ip('netns', 'add', name);
      // An address counts at once: nothing else can have it here.
      for (const scope of ['all', 'default']) {
        ip('netns', 'exec', name, 'sh', '-c', `echo 0 > /proc/sys/net/ipv6/conf/${scope}/accept_dad`);
      }
    }
    ip('link', 'add', 'house', 'netns', first, 'type', 'veth', 'peer', 'name', 'house', 'netns', second);
    for (const [index, name] of [first, second].entries()) {
      ip('-n', name, 'address', 'add', `192.0.2.${index + 1}/24`, 'dev', 'house');
      for (const link of ['lo', 'house']) ip('-n', name, 'link', 'set', link, 'up');
    }
    return { first, second, remove };
  } catch (error) {
    remove();
    return { unavailable: String(error.stderr ?? error.message).trim() };
  }
}
