// What a brand must have before it answers outside, as far as its own rows tell: company, documents, hosts, products, and figures that somebody looked at.
import { createHash } from 'node:crypto';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Writer } from '@maru/operator/contract.ts';
import { type DocumentKind, documentKinds } from '../../contract.ts';
import { contradictionsOf } from '../../contradictions.ts';
import type { LaunchCheck } from '../../launch-contract.ts';
import { isSample } from '../../first-documents.ts';
import { optionalDocuments } from '../consents.ts';
import { hostFaultWords } from './host-words.ts';
import { hostStandings } from './prove-hosts.ts';

/** Confirmed by an operator, and by that the fields that it is about. */
export const confirmedFields = {
  limits: ['makerFee', 'takerFee', 'tiers', 'rounds', 'slot', 'conversion', 'rates', 'houseLadder', 'symbols'],
  rules: ['minAge', 'regions', 'signUp', 'timeZone', 'languages'],
} as const satisfies Record<string, readonly (keyof SiteConfig)[]>;
export type ConfirmedItem = keyof typeof confirmedFields;

/** Another one as soon as a field of it changes. */
export const hashOf = (item: ConfirmedItem, site: SiteConfig): string =>
  createHash('sha256')
    .update(JSON.stringify(confirmedFields[item].map((field) => site[field] ?? null)))
    .digest('hex');

/** Sample companies bear a number that nobody has. */
const SAMPLE = /^0{3}-/;

export async function ownChecks(context: AppContext, sql: Writer, site: SiteConfig): Promise<LaunchCheck[]> {
  return [
    companyCheck(site),
    await documentsCheck(context, sql, site),
    await confirmedCheck(sql, site, 'rules'),
    productsCheck(site),
    await confirmedCheck(sql, site, 'limits'),
    await hostsCheck(context, sql, site),
  ];
}

function companyCheck({ company }: SiteConfig): LaunchCheck {
  const isGreen = company !== undefined && !SAMPLE.test(company.registration);
  const missing =
    company === undefined
      ? { ko: '운영 회사 정보가 없어요.', en: 'No company facts yet.' }
      : { ko: '예시 회사 정보예요. 실제 회사로 바꿔 주세요.', en: 'Sample facts: put in your own company.' };
  return {
    item: 'company',
    group: 'LAW',
    title: { ko: '운영 회사', en: 'Company' },
    isGreen,
    says: isGreen ? { ko: `${company.name.ko} · ${company.registration}`, en: `${company.name.en} · ${company.registration}` } : missing,
    page: '/brand',
    asksConfirmation: false,
  };
}

async function documentsCheck({ clock, config }: AppContext, sql: Writer, site: SiteConfig): Promise<LaunchCheck> {
  const wanted = documentKinds.filter((kind) => !(optionalDocuments as readonly string[]).includes(kind));
  const { rows: published } = await sql.query<{ kind: DocumentKind; ko: string; en: string }>(
    `SELECT DISTINCT ON (k.kind) k.kind, k.body AS ko, e.body AS en FROM site_document k
     JOIN site_document e ON e.site_id = k.site_id AND e.kind = k.kind AND e.version = k.version AND e.language = 'en'
     WHERE k.site_id = $1 AND k.language = 'ko' AND k.published_by IS NOT NULL AND k.effective_at <= $2
     ORDER BY k.kind, k.version DESC`,
    [site.id, new Date(clock.now())],
  );
  // A release before this one published samples as they stood.
  const own = published.filter(
    ({ kind, ko, en }) => config.demo || !isSample(kind, { ko: { body: ko }, en: { body: en } }, site.languages),
  );
  const left = wanted.filter((kind) => !own.some((document) => document.kind === kind)).length;
  return {
    item: 'documents',
    group: 'LAW',
    title: { ko: '약관', en: 'Legal documents' },
    isGreen: left === 0,
    says:
      left === 0
        ? { ko: `직접 발행한 약관 ${wanted.length}종이 시행 중이에요.`, en: `${wanted.length} own documents are in force.` }
        : { ko: `아직 ${left}종이 초안이에요. 고쳐서 발행해 주세요.`, en: `${left} are drafts still: publish your own.` },
    page: '/documents',
    asksConfirmation: false,
  };
}

const titles: Readonly<Record<ConfirmedItem, { group: LaunchCheck['group']; title: { ko: string; en: string }; page: string }>> = {
  limits: { group: 'MONEY', title: { ko: '수수료와 한도', en: 'Fees and limits' }, page: '/brand' },
  rules: { group: 'LAW', title: { ko: '나이와 나라, 가입 조건', en: 'Age, countries, sign-up' }, page: '/brand' },
};

async function confirmedCheck(sql: Writer, site: SiteConfig, item: ConfirmedItem): Promise<LaunchCheck> {
  const { rows } = await sql.query<{ hash: string; at: Date }>(
    'SELECT hash, confirmed_at AS at FROM site_confirmation WHERE site_id = $1 AND item = $2',
    [site.id, item],
  );
  const [row] = rows;
  const isGreen = row?.hash === hashOf(item, site);
  const stale = row !== undefined && !isGreen;
  const day = row?.at.toISOString().slice(0, 10) ?? '';
  return {
    item,
    ...titles[item],
    isGreen,
    says: isGreen
      ? { ko: `${day}에 확인했고 그 뒤 바뀌지 않았어요.`, en: `Confirmed on ${day}, unchanged since.` }
      : stale
        ? { ko: '확인한 뒤에 값이 바뀌었어요. 다시 확인해 주세요.', en: 'Changed since it was confirmed: please look again.' }
        : { ko: '지금 값을 살펴보고 확인해 주세요.', en: 'Look at the values as they stand, then confirm.' },
    asksConfirmation: !isGreen,
  };
}

function productsCheck(site: SiteConfig): LaunchCheck {
  const [against] = contradictionsOf(site);
  const isGreen = site.type !== 0 && against === undefined;
  return {
    item: 'products',
    group: 'MONEY',
    title: { ko: '상품', en: 'Products' },
    isGreen,
    says:
      site.type === 0
        ? { ko: '켜진 상품이 없어요.', en: 'No product is on.' }
        : against === undefined
          ? { ko: '켜진 상품에 필요한 것이 모두 있어요.', en: 'What is on has all that it needs.' }
          : { ko: against.ko, en: against.en },
    page: '/brand',
    asksConfirmation: false,
  };
}

/** Names that every machine has for itself: nobody outside comes here by them. */
const isOfThisMachine = (host: string) => /^(localhost|.*\.localhost|127\..*|::1)$/i.test(host);

async function hostsCheck(context: AppContext, sql: Writer, site: SiteConfig): Promise<LaunchCheck> {
  const own = context.config.demo ? [] : site.hosts.filter(isOfThisMachine);
  const found = own.length > 0 ? ownHosts(own) : context.config.demo ? await openedHosts(sql, site) : await provenHosts(context, sql, site);
  return { item: 'hosts', group: 'ADDRESS', title: { ko: '주소 연결', en: 'Host reached' }, page: null, asksConfirmation: false, ...found };
}

type HostsSay = Pick<LaunchCheck, 'isGreen' | 'says' | 'asksProof'> & { page?: string };

const ownHosts = (own: readonly string[]): HostsSay => ({
  isGreen: false,
  says: {
    ko: `${own.join(', ')}은 이 서버 안에서만 열리는 이름이에요. 브랜드 › 도메인·메일에서 회원이 쓸 주소로 바꿔 주세요.`,
    en: `${own.join(', ')} opens on this machine alone: put in the addresses of your members (Brand, Domains).`,
  },
  page: '/brand',
});

async function openedHosts(sql: Writer, site: SiteConfig): Promise<HostsSay> {
  const { rows } = await sql.query('SELECT host FROM site_host_seen WHERE site_id = $1', [site.id]);
  const seen = new Set(rows.map(({ host }) => host as string));
  const left = site.hosts.filter((host) => !seen.has(host.toLowerCase()));
  const isGreen = left.length === 0;
  return {
    isGreen,
    says: isGreen
      ? { ko: `${site.hosts.join(', ')}로 온 요청을 받았어요.`, en: `Requests for ${site.hosts.join(', ')} arrive here.` }
      : { ko: `${left.join(', ')}를 브라우저에서 한 번 열어 주세요.`, en: `Open ${left.join(', ')} once in a browser.` },
  };
}

/** The server called each by its public name and met itself. */
async function provenHosts(context: AppContext, sql: Writer, site: SiteConfig): Promise<HostsSay> {
  const left = (await hostStandings(context, sql, site)).filter(({ provenAt }) => provenAt === 0);
  if (left.length === 0) {
    const hosts = site.hosts.map((host) => `https://${host}`).join(', ');
    return { isGreen: true, says: { ko: `${hosts}가 이 서버로 이어져요.`, en: `${hosts} leads to this server.` } };
  }
  const failed = left.find(({ fault }) => fault !== undefined);
  if (failed?.fault === undefined) {
    const hosts = left.map(({ host }) => host).join(', ');
    const says = {
      ko: `${hosts}를 서버가 밖에서 들어오듯 불러 봐야 해요. 확인을 눌러 주세요.`,
      en: `The server has yet to call ${hosts} as the world would: press Check.`,
    };
    return { isGreen: false, asksProof: true, says };
  }
  const why = hostFaultWords(failed.fault);
  return { isGreen: false, asksProof: true, says: { ko: `${failed.host}: ${why.ko}`, en: `${failed.host}: ${why.en}` } };
}
