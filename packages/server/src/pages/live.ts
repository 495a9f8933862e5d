import type { Auth } from '@ccu-gateway/auth-core';
import type { DataPointSummary, DeviceSummary } from '@ccu-gateway/contract/types';
import type { EventStream } from '@ccu-gateway/event-stream';
import { type House, type InfoSource, pageOfDevices, principalOf } from '@ccu-gateway/gateway-core';
import { html } from 'hono/html';
import { z } from 'zod';
import type { UiAssets } from '../http/assets.js';
import { type Caller, headerOf } from '../operation/caller.js';
import { operationsWith, type RawReply } from '../operation/operation.js';
import type { NextTurn } from '../turns/next-turn.js';
import { appReply } from './app.js';
import { type Html, pageReply } from './layout.js';
import { LIVE_SCRIPT } from './live-script.js';
import { type Language, languageOf, type Texts, textsIn } from './texts.js';

interface Ports {
  readonly auth: Auth;
  readonly house: House;
  readonly events: Pick<EventStream, 'seq'>;
  readonly info: InfoSource;
  readonly nextTurn: NextTurn;
  readonly ui?: UiAssets;
}

const operation = operationsWith<Ports>();

const DEVICES_ON_A_PAGE = 50;

const access = 'viewer';
const tag = 'pages';
const query = z.object({ page: z.coerce.number().int().min(1).default(1) });
const responses = { 200: { description: 'A page' }, 304: { description: 'Same as `If-None-Match`' } } as const;

export const liveOperations = [
  operation({
    mount: 'root',
    method: 'GET',
    path: '/',
    operationId: 'homePage',
    access,
    tag,
    summary: 'The web UI; without its files the devices and their values',
    query,
    responses,
    handler: async ({ query, caller }, ports) =>
      ports.ui === undefined
        ? livePage(ports, caller, { path: '', number: query.page })
        : appReply(ports.ui, caller, ports),
  }),
  operation({
    mount: 'root',
    method: 'GET',
    path: '/live',
    operationId: 'livePage',
    access,
    tag,
    summary: 'The devices and their values as they change, on a page that is readable without JavaScript',
    query,
    responses,
    handler: ({ query, caller }, ports) => livePage(ports, caller, { path: 'live', number: query.page }),
  }),
];

/** Answers a navigation to an address that only the app knows. */
export const appPageOperation = operation({
  mount: 'root',
  method: 'GET',
  path: '/{anything}',
  operationId: 'appPage',
  access,
  tag,
  summary: 'A page of the web UI',
  responses,
  mounted: ({ ui }) => ui !== undefined,
  handler: ({ caller }, ports) => appReply(ports.ui!, caller, ports),
});

async function livePage(
  { auth, house, events, info, nextTurn }: Ports,
  caller: Caller,
  { path, number }: { readonly path: string; readonly number: number },
): Promise<RawReply> {
  const principal = principalOf(caller);
  const language = languageOf(headerOf(caller, 'accept-language'));
  const texts = textsIn(language);
  const csrf = auth.csrf.issue(principal, caller.request);
  const seq = events.seq;
  const page = pageOfDevices(house, { locale: language }, number, DEVICES_ON_A_PAGE);
  const sections: Html[] = [];
  for (const device of page.items) {
    sections.push(deviceSection(house, device, language, texts));
    await nextTurn();
  }
  const name = info.info().instanceName ?? 'ccu-gateway';
  return pageReply({
    title: `${texts.devices} · ${name}`,
    language,
    facts: caller.facts,
    cookies: csrf?.cookies,
    script: LIVE_SCRIPT,
    data: {
      seq,
      texts: {
        connecting: texts.connecting,
        live: texts.live,
        offline: texts.offline,
        on: onText(language),
        off: offText(language),
      },
    },
    content: html`<main><header><h1>${name}</h1><span class="pill" id="pill" role="status">${texts.connecting}</span>
<small>${texts.signedInAs} <b>${principal.subject}</b> (${principal.role})</small>
<form method="post" action="logout"><input type="hidden" name="_csrf" value="${csrf?.token ?? ''}"><button class="quiet">${texts.signOut}</button></form></header>
<noscript><p class="hint">${texts.needsScript}</p></noscript>
${page.total === 0 && html`<section class="card"><p>${texts.noDevices}</p><p><a href="api/v1/health">${texts.health}</a></p></section>`}
${sections}
<nav>${page.page > 1 && html`<a href="${path}?page=${page.page - 1}">${texts.previous}</a>`}
${page.page * page.perPage < page.total && html`<a href="${path}?page=${page.page + 1}">${texts.next}</a>`}
<a href="docs">${texts.api}</a></nav></main>`,
  });
}

function deviceSection(house: House, device: DeviceSummary, language: Language, texts: Texts): Html {
  const scope = { address: device.address, central: device.central, locale: language };
  const channels = house.channels(device.address, scope);
  const rows: Html[] = [];
  for (const channel of channels.ok ? channels.value : []) {
    const points = house.dataPoints({ ...scope, channel: channel.number });
    for (const point of points.ok ? points.value : []) {
      if (isShown(point)) rows.push(pointRow(device, channel.number, point, language, texts));
    }
  }
  return html`<section class="device"><div><h2>${device.name}</h2><small>${device.model_label ?? device.model} · ${device.address}${
    device.rooms !== undefined && device.rooms.length > 0 ? ` · ${device.rooms.join(', ')}` : ''
  }</small>${!device.available && html`<span class="away">${texts.unreachable}</span>`}</div>
<table><tbody>${rows}</tbody></table></section>`;
}

function isShown(point: DataPointSummary): boolean {
  return point.usage !== 'no_create' && point.usage !== 'ignored' && point.usage !== 'event' && point.operations.event;
}

function pointRow(
  device: DeviceSummary,
  channel: number,
  point: DataPointSummary,
  language: Language,
  texts: Texts,
): Html {
  const key = [device.central, device.address, channel, point.parameter].join('|');
  const list = point.value_list === undefined ? undefined : JSON.stringify(labelsOf(point));
  return html`<tr data-key="${key}" data-at="${point.modified_at ?? ''}" data-unit="${point.unit ?? ''}"${
    list !== undefined && html` data-list="${list}"`
  }><th scope="row">${point.parameter_label} <small>${channel}</small></th><td class="value">${
    point.observed ? valueText(point, language) : texts.never
  }</td><td class="age">${point.modified_at ?? ''}</td></tr>`;
}

function valueText(point: DataPointSummary, language: Language): string {
  const value = point.display_value ?? point.value;
  if (typeof value === 'boolean') return value ? onText(language) : offText(language);
  if (typeof value !== 'number') return String(value ?? '');
  const label = point.value_list === undefined ? undefined : labelsOf(point)[value];
  if (label !== undefined) return label;
  const number = value.toLocaleString(language, { maximumFractionDigits: 2 });
  return point.unit === undefined || point.unit === '' ? number : `${number} ${point.unit}`;
}

function labelsOf(point: DataPointSummary): readonly string[] {
  return (point.value_list ?? []).map((entry) => point.value_translations?.[entry] ?? entry);
}

function onText(language: Language): string {
  return language === 'de' ? 'ein' : 'on';
}

function offText(language: Language): string {
  return language === 'de' ? 'aus' : 'off';
}
