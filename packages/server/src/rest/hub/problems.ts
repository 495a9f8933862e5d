import { centralQuery, installationProblem, localeQuery } from '@ccu-gateway/contract';
import { listProblems, type ProblemReading, useCases } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { arrayPage, optionalPagingQuery } from '../../http/answers/paging.js';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<ProblemReading>();

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
];
