import type { CentralControl, ConfigControl, SetupSink } from '@ccu-gateway/gateway-core/use-cases';

/** Name of the broker that the first-run wizard sets up. */
const BROKER = 'main';

/** Stores the answers of the first-run wizard: the first CCU, the first MQTT broker, and the language. */
export function createSetupSink(
  centrals: Pick<CentralControl, 'create'>,
  config: Pick<ConfigControl, 'section' | 'saveSection'>,
): SetupSink {
  return {
    async afterSetup({ locale, ccu, mqtt }) {
      if (locale?.locale !== undefined) await config.saveSection('locale', { locale: locale.locale });
      if (mqtt !== undefined) {
        const { brokers } = await config.section('mqtt');
        await config.saveSection('mqtt', { brokers: { ...Object(brokers), [BROKER]: { ...mqtt } } });
      }
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
