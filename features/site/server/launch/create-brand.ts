// A new brand: asked for by one operator, agreed to by another, then a row whose hosts lead nowhere until it is opened.
import { siteBits, type SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { faultOf } from '@maru/kit/server/sites.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, type ApprovedRequest, type Writer } from '@maru/operator/contract.ts';
import { changedFields } from '../../config-changes.ts';
import { readSiteConfig } from '../../config-contract.ts';
import { contradictionsOf } from '../../contradictions.ts';
import { createBrand, neutralSite } from '../../launch-contract.ts';

const KIND = 'site.create';
/** Ids that are free until the row is written. */
const UNNUMBERED = 8191;

const games = siteBits.binary | siteBits.powerball;

type Wanted = Omit<SiteConfig, 'id'>;

export const createBrandHandler = handleOperator(createBrand, async (context, call) => {
  const wanted = wantedOf(context, call);
  const { name, code, hosts, type, languages, timeZone, usedCoins, company, senders } = wanted;
  check(context, { ...wanted, id: UNNUMBERED });
  const template = call.body.template === 'THIS' ? call.site.code : 'neutral';
  const asked = { code, name, hosts, type, languages, timeZone, usedCoins, company, senders, template };
  const requestId = await inTransaction(context.pool, (client) =>
    context.services.use(approvals).ask(call, client, {
      kind: KIND,
      site: call.site.id,
      target: `brand:${code}`,
      summary: { ko: `새 브랜드 ${name.ko} (${code})`, en: `New brand ${name.en} (${code})` },
      payload: wanted,
      before: {},
      after: changedFields({}, asked).after,
      reason: call.body.reason,
    }),
  );
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
});

/** What a template gives: never members, money, keys, hosts, the company or its files. */
function wantedOf(context: AppContext, { site, body }: Call<unknown, BrandBody>): Wanted {
  const neutral = context.services.use(neutralSite);
  const { id, company, senders, isAffiliate, ...from } = body.template === 'THIS' ? site : neutral;
  const { light, dark, defaultMode, upDown } = from.theme;
  const { logo, appIcon, hero } = neutral.theme;
  const { share, sounds, demoMoney, ...kept } = from;
  return {
    ...kept,
    // Of an installation that was a demo once the template may still say it.
    ...(context.config.demo && demoMoney !== undefined && { demoMoney }),
    code: body.code,
    name: body.name,
    hosts: body.hosts.map((host) => host.toLowerCase()),
    languages: body.languages,
    timeZone: body.timeZone,
    type: body.type,
    ...(body.usedCoins !== undefined && { usedCoins: body.usedCoins }),
    ...(body.company !== undefined && { company: body.company }),
    ...(body.senders !== undefined && { senders: body.senders }),
    theme: {
      light,
      dark,
      defaultMode,
      ...(upDown === undefined ? {} : { upDown }),
      logo,
      ...(appIcon === undefined ? {} : { appIcon }),
      hero,
    },
  };
}
interface BrandBody {
  template: 'NEUTRAL' | 'THIS';
  code: string;
  name: { ko: string; en: string };
  hosts: string[];
  languages: ('ko' | 'en')[];
  timeZone: string;
  type: number;
  usedCoins?: string[] | undefined;
  company?: SiteConfig['company'] | undefined;
  senders?: SiteConfig['senders'] | undefined;
}

function check({ sites }: AppContext, wanted: SiteConfig): SiteConfig {
  const read = readSiteConfig(wanted);
  if ('fault' in read) throw new Refusal('SITE_FIELD', { ...read.fault });
  // Who its mails come from is for its operators to say before it opens.
  const [against] = contradictionsOf(read.config).filter(({ field }) => field !== 'signUp');
  if (against !== undefined) throw new Refusal('SITE_FIELD', { field: against.field, reason: `${against.ko} · ${against.en}` });
  if ((read.config.type & games) !== 0 && (read.config.rounds?.options ?? []).length === 0)
    throw new Refusal('SITE_FIELD', { field: 'type', reason: '이 틀에는 게임이 없어요 · this template has no games' });
  if (sites.byCode(wanted.code) !== undefined) throw new Refusal('SITE_CODE_TAKEN', { field: 'code' });
  if (faultOf([...sites.all(), read.config]) !== undefined) throw new Refusal('SITE_HOST_TAKEN', { field: 'hosts' });
  return read.config;
}

export function registerBrands(context: AppContext): void {
  context.services.use(approvals).register({
    kind: KIND,
    name: { ko: '새 브랜드 만들기', en: 'Making a new brand' },
    right: createBrand.right as string,
    everywhere: createBrand.everywhere,
    async apply(server: AppContext, client: Writer, request: ApprovedRequest) {
      // One new brand at a time: its number is the next.
      await client.query('LOCK TABLE site_site IN SHARE ROW EXCLUSIVE MODE');
      const { rows } = await client.query('SELECT max(id) + 1 AS id FROM site_site');
      const id = Number(rows[0].id);
      const taken = await client.query('SELECT 1 FROM site_site WHERE code = $1 AND given_up_at IS NULL', [
        (request.payload as Wanted).code,
      ]);
      if (taken.rows.length > 0) throw new Refusal('SITE_CODE_TAKEN', { field: 'code' });
      const config = check(server, { ...(request.payload as Wanted), id });
      await client.query('INSERT INTO site_site (id, code, config, opened_at, created_by) VALUES ($1, $2, $3, NULL, $4)', [
        id,
        config.code,
        JSON.stringify(config),
        request.askedBy,
      ]);
      return { after: { id, code: config.code } };
    },
  });
}
