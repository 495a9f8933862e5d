import { centralQuery, flag, historyImport } from '@ccu-gateway/contract';
import {
  cancelHistoryImport,
  type HistoryImporting,
  IMPORT_FORMATS,
  importHistory,
  lastHistoryImport,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { upload } from '../../http/body/upload.js';
import { begun, json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<HistoryImporting>();

const tag = 'history';
const path = '/history/import';
const text = z.string().min(1).max(256).optional();
const column = (meaning: string) => text.describe(`Of a table: the name of the column with ${meaning}.`);

export const historyImportOperations = [
  operation({
    method: 'POST',
    path,
    operationId: 'importHistory',
    access: importHistory.role,
    tag,
    summary: 'Import values of a file into the history',
    description:
      'Files: the export of the database of CCU-Historian, answers of its `getTimeSeries`, line protocol of InfluxDB, and CSV with a head. As part ' +
      '`file` of a form, or as plain bytes. Values are stored where the history has none, so that a second import adds nothing. The ' +
      'answer comes when the file was read; `GET /history/import` shows the progress of storing.',
    query: z.object({
      central: centralQuery,
      format: z.enum(IMPORT_FORMATS).optional().describe('Recognised by the first line where it is left out.'),
      dry_run: flag.optional().describe('True: read the file and store nothing.'),
      point: text.describe('Of a table or an answer: the data point of all values, `ADDRESS:CHANNEL:PARAMETER`.'),
      time_column: column('times'),
      value_column: column('values'),
      point_column: column('data points'),
    }),
    bodyKind: 'upload',
    body: upload,
    bodyDocument: z.object({ file: z.string().meta({ format: 'binary' }) }),
    responses: {
      200: { description: 'The contents of the file; nothing was stored', schema: historyImport },
      202: { description: 'The file was read, and its values are being stored', schema: historyImport },
    },
    problems: ['bad_request', 'conflict', 'not_found', 'payload_too_large', 'validation', 'service_unready'],
    handler: async ({ query, body, caller }, ports) => {
      const {
        dry_run: dryRun = false,
        time_column: time,
        value_column: value,
        point_column: named,
        ...options
      } = query;
      const columns = { time, value, point: named };
      const report = await importHistory(ports, caller, { ...options, columns, dryRun, content: body.content });
      return dryRun ? json(report) : begun(path, report);
    },
  }),
  operation({
    method: 'GET',
    path,
    operationId: 'getHistoryImport',
    access: lastHistoryImport.role,
    tag,
    summary: 'Show the import that runs, or the last one',
    responses: {
      200: { description: 'The import', schema: historyImport },
      204: { description: 'Nothing was imported yet' },
    },
    handler: async ({ caller }, ports) => {
      const report = await lastHistoryImport(ports, caller);
      return report === undefined ? NO_CONTENT : json(report);
    },
  }),
  operation({
    method: 'DELETE',
    path,
    operationId: 'cancelHistoryImport',
    access: cancelHistoryImport.role,
    tag,
    summary: 'End the import that runs; the stored part stays',
    responses: { 204: { description: 'It has ended, also where none ran' } },
    handler: async ({ caller }, ports) => {
      await cancelHistoryImport(ports, caller);
      return NO_CONTENT;
    },
  }),
];
