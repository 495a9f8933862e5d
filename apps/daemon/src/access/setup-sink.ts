import type { CentralControl, ConfigControl, SetupSink } from '@ccu-gateway/gateway-core';

/** Takes what the first-run wizard collects: the first CCU, and the language. */
export function createSetupSink(
  centrals: Pick<CentralControl, 'create'>,
  config: Pick<ConfigControl, 'saveSection'>,
): SetupSink {
  return {
    async afterSetup({ locale, ccu }) {
      if (locale?.locale !== undefined) await config.saveSection('locale', { locale: locale.locale });
      if (ccu === undefined) return;
      await centrals.create({
        name: ccu.name,
        host: ccu.host,
        enabled: true,
        interfaces: ccu.interfaces.map((name) => ({ name })),
        ...(ccu.username === undefined ? {} : { username: ccu.username }),
        ...(ccu.password === undefined ? {} : { password_plain: ccu.password }),
      });
    },
  };
}
