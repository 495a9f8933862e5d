import { doctorQuery, doctorReport } from '@ccu-gateway/contract';
import { type DoctorRunning, runDoctor } from '@ccu-gateway/gateway-core/use-cases';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<DoctorRunning>();

export const doctorOperations = [
  operation({
    method: 'GET',
    path: '/diagnostics/doctor',
    operationId: 'runDoctor',
    access: runDoctor.role,
    tag: 'diagnostics',
    summary: 'Check every hop from the configuration to an event, with faults and remedies',
    description:
      'Opens one session at each CCU for as long as it lasts, and changes nothing. Where the loop of an interface is broken, it ' +
      'registers once more under a name of its own and takes that back. It may take half a minute where a CCU does not answer.',
    query: doctorQuery,
    responses: { 200: { description: 'All findings, the good ones too', schema: doctorReport } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ query, caller }, ports) => json(await runDoctor(ports, caller, query)),
  }),
];
