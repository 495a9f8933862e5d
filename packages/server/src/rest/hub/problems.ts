import { centralQuery, installationProblem, localeQuery, problemPeriod, timestamp } from '@ccu-gateway/contract';
import {
  listProblems,
  type ProblemReading,
  type ProblemTimesReading,
  readProblemTimes,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { arrayPage, optionalPagingQuery } from '../../http/answers/paging.js';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<ProblemReading & ProblemTimesReading>();

const time = timestamp.transform((text) => Date.parse(text)).optional();
const MOST_TIMES = 2_000;
const limit = z.coerce.number().int().min(1).max(MOST_TIMES).default(500);

export const problemOperations = [
  operation({
    method: 'GET',
    path: '/problems',
    operationId: 'listProblems',
    access: useCases.problems.list.role,
    tag: 'messages',
    summary: 'List the problems of the installation by cause',
    description:
      'A CCU without any connection, or an interface without one, is one problem, and its consequences are in `follows`. ' +
      'The worst come first. Problems of the gateway itself are left out where `central` names a CCU.',
    query: z.object({ ...optionalPagingQuery, central: centralQuery, locale: localeQuery }),
    responses: {
      200: { description: 'The problems; `X-Total-Count` counts them', schema: z.array(installationProblem) },
    },
    problems: ['not_found'],
    handler: ({ query }, ports) => {
      const { items, headers } = arrayPage(listProblems(ports, query), query);
      return json(items, headers);
    },
    ws: (twin) =>
      twin({
        name: 'problems.list',
        args: z.object({ ...centralArgs, locale: localeQuery }),
        input: ({ locale, ...args }) => ({ query: { ...scopeOf(args), locale } }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/problems/times',
    operationId: 'listProblemTimes',
    heavy: true,
    access: useCases.problems.times.role,
    tag: 'messages',
    summary: 'List problems with their beginning and their end',
    description:
      'Problems by cause that lasted in the range, the last begun first. The gateway checks them each minute and stores those that last longer, for 400 days.',
    query: z.object({
      central: centralQuery,
      device: z.string().min(1).max(64).optional().describe('Address of a device.'),
      from: time.describe('Inclusive. 30 days before `to` where it is left out.'),
      to: time.describe('Exclusive. Now where it is left out.'),
      limit,
    }),
    responses: { 200: { description: 'The problems', schema: z.array(problemPeriod) } },
    problems: ['validation', 'not_found', 'service_unready'],
    handler: async ({ query }, ports) => json(await readProblemTimes(ports, query)),
    ws: (twin) =>
      twin({
        name: 'problems.times',
        args: z.object({
          ...centralArgs,
          device: z.string().min(1).max(64).optional().describe('Address of a device.'),
          from: time.describe('Inclusive. 30 days before `to` where it is left out.'),
          to: time.describe('Exclusive. Now where it is left out.'),
          limit: z.int().min(1).max(MOST_TIMES).default(500),
        }),
        input: ({ device, from, to, limit: most, ...args }) => ({
          query: { ...scopeOf(args), device, from, to, limit: most },
        }),
      }),
  }),
];
