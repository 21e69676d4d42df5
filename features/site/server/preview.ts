// The word that opens an operator's draft in the editor's frame: signed, for one site, one operator, one framing origin and five minutes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import type { DraftPage } from '@maru/kit/server/site-pages.ts';
import { hostNameOf } from '@maru/kit/server/sites.ts';
import { readSiteConfig } from '../config-contract.ts';
import { previewSite } from '../edit-contract.ts';
import { draftOf, withChanges } from './editions.ts';

const LIFE_MS = 300_000;

interface Claim {
  site: number;
  operator: number;
  framedBy: string;
  until: number;
}

export const previewRoute = handleOperator(previewSite, async (context, call, audit) => {
  const { member } = call.session as Session;
  const until = context.clock.now() + LIFE_MS;
  const token = signClaim(context, { site: call.site.id, operator: member, framedBy: call.origin, until });
  await audit({ target: `site:${call.site.id}`, after: { previewUntil: new Date(until).toISOString() } });
  const isOpen = !context.sites.isClosed(call.site.id);
  return { data: { origin: originOf(context, call.site, call.origin), token, expiresIn: LIFE_MS / 1000, isOpen } };
});

/** Where the site's own pages are: here, or under its first name behind the same protocol and port. */
function originOf({ sites }: AppContext, site: SiteConfig, origin: string): string {
  const { protocol, host, port } = new URL(origin);
  if (sites.byHost(hostNameOf(host), Number(port))?.id === site.id) return origin;
  const name = site.hosts.find((each) => !each.includes(':') && !/^[\d.]+$/.test(each)) ?? site.hosts[0];
  return `${protocol}//${name.includes(':') ? `[${name}]` : name}${port === '' ? '' : `:${port}`}`;
}

function signClaim({ config }: AppContext, claim: Claim): string {
  const body = Buffer.from(JSON.stringify(claim)).toString('base64url');
  return `${body}.${markOf(config.secrets.tokenKeys[0].key, body)}`;
}

/** Not the key of the members' tokens itself: a word of one kind never passes for the other. */
const markOf = (key: string, body: string) => createHmac('sha256', `draft preview ${key}`).update(body).digest('base64url');

function readClaim({ config, clock }: AppContext, word: string): Claim | undefined {
  const [body, mark = ''] = word.split('.');
  const isOurs = config.secrets.tokenKeys.some(({ key }) => {
    const expected = Buffer.from(markOf(key, body));
    const given = Buffer.from(mark);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  if (!isOurs) return undefined;
  const claim = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claim;
  return claim.until > clock.now() ? claim : undefined;
}

/** The site in the draft of the operator that the word was given to. */
export async function draftPage(context: AppContext, site: SiteConfig, word: string): Promise<DraftPage | undefined> {
  const claim = readClaim(context, word);
  if (claim === undefined || claim.site !== site.id) return undefined;
  const draft = await draftOf(context.pool, site.id, claim.operator);
  const read = readSiteConfig(withChanges(site, draft?.changes ?? {}));
  return 'fault' in read ? undefined : { site: read.config, framedBy: claim.framedBy };
}
