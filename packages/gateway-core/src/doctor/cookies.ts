import { type DoctorRule, warning } from './finding.js';

const DAY_MS = 86_400_000;

/** Detects another gateway on the host with cookies of the same name. */
export const cookiesRule: DoctorRule = ({ foreignSessionAt, now }) => {
  if (foreignSessionAt === undefined || now - foreignSessionAt > DAY_MS) return [];
  return [
    warning({
      id: 'config.shared_cookies',
      area: 'config',
      what: 'a browser sent a session cookie that another gateway made',
      why: 'Browsers share cookies between the ports of a host, so the gateways end the sessions of each other.',
      fix: { text: 'Give each gateway of the host a name of its own.', setting: 'service_name' },
    }),
  ];
};
