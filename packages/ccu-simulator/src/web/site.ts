import { encodeLatin1 } from '@ccu-gateway/ccu-client/wire';
import type { FaultSwitches } from '../environment/switches.js';
import type { HeatingGroupBook } from '../live/heating-groups.js';
import type { HttpAnswer, HttpAsk } from '../net/http-port.js';
import { createBackup } from '../product/backup.js';
import type { Product } from '../product/product.js';
import type { ReGa, ScriptRun } from '../rega/answer.js';
import { groupPages } from './group-pages.js';
import type { Sessions } from './sessions.js';

export interface SiteContext {
  readonly sessions: Sessions;
  readonly groups: HeatingGroupBook;
  /** The long number of the radio module, with the serial number at its end. */
  readonly sgtin: string;
  readonly product: Product;
  readonly switches: Pick<FaultSwitches, 'withholdFiles' | 'pageBehindBackup' | 'refusedCalls'>;
  readonly backupContents: () => string;
  readonly jsonRpc: (body: Buffer) => Promise<HttpAnswer>;
  /** Sessions are kept there. */
  readonly logicLayerAnswers: () => Promise<void>;
}

/** One grey pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOor6//DwAF/gL+3MxZ5wAAAABJRU5ErkJggg==',
  'base64',
);

/** The web server of the CCU, as far as programs use it. */
export function createSite(context: SiteContext): (ask: HttpAsk) => HttpAnswer | Promise<HttpAnswer> {
  const editGroups = groupPages(context);
  return async (ask) => {
    const url = new URL(ask.url, 'http://ccu');
    if (/^\/(?:config\/cp_security|api\/backup\/binfile)\.cgi$/.test(url.pathname)) await context.logicLayerAnswers();
    if (url.pathname === '/api/homematic.cgi') return context.jsonRpc(ask.body);
    if (url.pathname.startsWith('/pages/jpages/group/')) return editGroups(ask, url);
    if (url.pathname === '/config/cp_security.cgi') return backup(context, url);
    if (url.pathname === '/api/backup/binfile.cgi') return file(context, url);
    if (/^\/config\/img\/devices\/\d+\/[\w.-]+\.png$/.test(url.pathname)) {
      return { headers: { 'Content-Type': 'image/png' }, body: PIXEL };
    }
    if (url.pathname === '/upnp/basic_dev.cgi')
      return { headers: { 'Content-Type': 'text/xml' }, body: upnp(context.sgtin) };
    return { status: 404, body: 'Not found\n' };
  };
}

/** A backup for an administrator; any other user gets the login page, with status 200, as from a real CCU. */
function backup({ sessions, product, backupContents, switches }: SiteContext, url: URL): HttpAnswer {
  const session = /^@(.+)@$/.exec(url.searchParams.get('sid') ?? '')?.[1];
  const allowed = sessions.user(session)?.level === 8;
  if (!allowed || url.searchParams.get('action') !== 'create_backup') {
    return { headers: { 'Content-Type': 'text/html' }, body: '<html><body>Login</body></html>' };
  }
  const archive = createBackup(product.version(), backupContents());
  return {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="ccu-simulator-${product.version()}.sbk"`,
    },
    body: switches.pageBehindBackup ? Buffer.concat([archive, ERROR_PAGE]) : archive,
  };
}

/** With headers of its own, because the CGI has written those of the archive already. */
const ERROR_PAGE = Buffer.from(
  'Content-type: text/html\r\n\r\n<html><head><title>Error</title></head><body><h1>Error</h1>' +
    '<p>The script ended with a failure after it had written its file.</p></body></html>\n',
);

/** A file for any session; a refusal comes with status 200, too. */
function file({ sessions, product, switches }: SiteContext, url: URL): HttpAnswer {
  const refused = (why: string) => ({
    headers: { 'Content-Type': 'text/plain' },
    body: `HTTP/1.0 400 Bad Request\n\n${why}`,
  });
  if (sessions.user(url.searchParams.get('sid') ?? undefined) === undefined) return refused('INVALID_SESSION');
  const content = switches.withholdFiles ? undefined : product.file(url.searchParams.get('file') ?? '');
  if (content === undefined) return refused("couldn't open file");
  return { headers: { 'Content-Type': 'application/octet-stream' }, body: content };
}

function upnp(serial: string): string {
  return `<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device><deviceType>urn:schemas-upnp-org:device:Basic:1</deviceType><friendlyName>HomeMatic Central - ${serial}</friendlyName><manufacturer>Simulant</manufacturer><modelName>HomeMatic Central</modelName><serialNumber>${serial}</serialNumber><UDN>uuid:upnp-BasicDevice-1_0-${serial}</UDN></device></root>`;
}

/** The script server: any path ending in `.exe` runs the body and echoes variables behind the output. */
export function createScriptServer(
  rega: ReGa,
  {
    switches,
    logicLayerAnswers,
    onScript,
  }: Pick<SiteContext, 'logicLayerAnswers'> & {
    readonly switches: Pick<FaultSwitches, 'refuseScripts' | 'logicLayerAway'>;
    readonly onScript: (script: ScriptRun) => void;
  },
): (ask: HttpAsk) => Promise<HttpAnswer> {
  return async (ask) => {
    const path = new URL(ask.url, 'http://ccu').pathname;
    if (ask.method !== 'POST' || !path.endsWith('.exe')) return { status: 404, body: 'Not found\n' };
    if (switches.logicLayerAway) return { status: 503, body: 'Service Unavailable\n' };
    await logicLayerAnswers();
    if (switches.refuseScripts) return { status: 403, body: 'Forbidden\n' };
    const ran = rega.run(ask.body.toString('latin1'), 'script_port');
    onScript(ran);
    const trailer = `<xml><exec>${path}</exec><sessionId></sessionId><httpUserAgent>ccu-gateway</httpUserAgent></xml>`;
    return { headers: { 'Content-Type': 'text/plain' }, body: encodeLatin1(ran.output + trailer) };
  };
}
