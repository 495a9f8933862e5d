import { describe, expectTypeOf, it } from 'vitest';
import type { CallAnswer, CallOptions, Gateway } from '../src/index.js';

/** Never called: the compiler is the test. */
function calls(gateway: Gateway) {
  void gateway.call('listDevices');
  void gateway.call('listDevices', { query: { per_page: 3 }, timeoutMs: 10 });
  void gateway.call('executeProgram', { path: { id: '1' } });
  // @ts-expect-error -- the address is missing
  void gateway.call('getDevice');
  // @ts-expect-error -- it is called addr
  void gateway.call('getDevice', { path: { address: 'x' } });
  // @ts-expect-error -- pages are numbers
  void gateway.call('listDevices', { query: { page: '1' } });
  // @ts-expect-error -- the body is missing
  void gateway.call('setSysvar', { path: { name: 'x' } });
  // @ts-expect-error -- a file is no JSON: it is read with `request`
  void gateway.call('downloadBackup', { path: { id: '1' } });
  // @ts-expect-error -- an upgrade is no call
  void gateway.request('openEvents');
  // @ts-expect-error -- there is no such operation
  void gateway.call('listThings');
}

describe('the types of calls', () => {
  it('follow the contract', () => {
    expectTypeOf(calls).toBeFunction();
    expectTypeOf<CallAnswer<'deleteBackup'>>().toEqualTypeOf<undefined>();
    expectTypeOf<CallAnswer<'listDevices'>['items'][number]['address']>().toEqualTypeOf<string>();
    expectTypeOf<CallOptions<'uploadBackup'>['body']>().toEqualTypeOf<FormData>();
    expectTypeOf<CallOptions<'setDataPointValue'>['path']>().toMatchTypeOf<{
      addr: string;
      no: number;
      param: string;
    }>();
  });

  it('are as exact as the contract package where the published document promises less', () => {
    expectTypeOf<CallAnswer<'getSnapshot'>['sysvars'][number]['name']>().toEqualTypeOf<string>();
  });
});
