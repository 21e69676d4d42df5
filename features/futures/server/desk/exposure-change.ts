// A change of a limit of the house's exposure: lower is one person's; by how much one raises it alone is judged over a day, as fees are.
import { formatDecimal, parseDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, type AskedRequest, type Writer } from '@maru/operator/contract.ts';
import { EXPOSURE_MOST, setExposureLimit } from '../../exposure-contract.ts';
import { amountText } from '../decimal-text.ts';
import { requestedSymbol } from '../site-symbols.ts';
import { limitsSince, standingLimit, WHOLE_SITE, writeLimit } from './exposure-rows.ts';
import { lookAtExposure, tellExposure } from './exposure-watch.ts';

const KIND = 'futures.exposure-limit';
/** Of any value that stood within the day one person goes up by a quarter, within thirty days by a half (ADR 0032). */
const spans = [
  { ms: DAY_MS, step: 1.25 },
  { ms: 30 * DAY_MS, step: 1.5 },
] as const;
const MOST = parseDecimal(EXPOSURE_MOST, USDT_DECIMALS) as number;

interface Wanted {
  /** Absent: the whole site. */
  futuresOptionId?: number | undefined;
  /** Micro-USDT; null: none. */
  most: number | null;
}

const said = (micro: number | null) => ({ exposureLimit: micro === null ? null : formatDecimal(micro, USDT_DECIMALS, true) });

function placeOf(site: SiteConfig, { futuresOptionId }: Wanted) {
  if (futuresOptionId === undefined) return { symbol: WHOLE_SITE, target: `site:${site.id}`, name: '' };
  const { symbol, data } = requestedSymbol(site, futuresOptionId);
  return { symbol, target: `symbol:${data.code}`, name: data.code };
}

/** No limit lies above every other. */
const isAbove = (most: number | null, stood: number | null, step: number) => stood !== null && (most === null || most > stood * step);

async function isLarge(
  { clock }: AppContext,
  client: Writer,
  at: { site: number; symbol: number },
  was: number | null,
  most: number | null,
) {
  if (most === was) return false;
  if (isAbove(most, was, spans[0].step)) return true;
  for (const { ms, step } of spans) {
    const stood = await limitsSince(client, at.site, at.symbol, new Date(clock.now() - ms));
    if (stood.some((each) => isAbove(most, each, step))) return true;
  }
  return false;
}

export const setExposureLimitHandler = handleOperator(setExposureLimit, async (context, call, audit) => {
  const { site, body, session } = call;
  const { futuresOptionId, limit, reason } = body;
  const wanted: Wanted = { futuresOptionId, most: limit === null ? null : microOf(limit) };
  const { symbol, target, name } = placeOf(site, wanted);
  const requestId = await inTransaction(context.pool, async (client) => {
    const was = await standingLimit(client, site.id, symbol);
    const [before, after] = [said(was), said(wanted.most)];
    if (await isLarge(context, client, { site: site.id, symbol }, was, wanted.most)) {
      const to = { ko: after.exposureLimit ?? '없음', en: after.exposureLimit ?? 'none' };
      return context.services.use(approvals).ask(call, client, {
        kind: KIND,
        site: site.id,
        target,
        summary: {
          ko: `${name === '' ? '사이트' : name} 노출 한도: ${before.exposureLimit ?? '없음'} → ${to.ko} USDT`,
          en: `Exposure limit of ${name === '' ? 'the site' : name}: ${before.exposureLimit ?? 'none'} to ${to.en} USDT`,
        },
        payload: wanted,
        before,
        after,
        reason,
      });
    }
    const by = (session as Session).member;
    await writeLimit(client, was, { site: site.id, symbol, most: wanted.most, by, agreedBy: null, at: new Date(context.clock.now()) });
    await audit({ target, before, after, reason }, client);
    return undefined;
  });
  if (requestId !== undefined) throw new Refusal('APPROVAL_REQUIRED', { requestId });
  await lookAgain(context, site.id);
  return { data: { limit: wanted.most === null ? null : amountText(wanted.most) } };
});

/** A new limit holds at once, not when the next look comes. */
async function lookAgain(context: AppContext, site: number): Promise<void> {
  if (!(await lookAtExposure(context, site))) tellExposure(context, site);
}

function microOf(text: string): number {
  const micro = parseDecimal(text, USDT_DECIMALS);
  if (micro === null || micro <= 0) throw new Refusal('INVALID_FIELD', { field: 'limit' });
  if (micro > MOST) throw new Refusal('EXPOSURE_BOUND', { most: EXPOSURE_MOST });
  return micro;
}

/** Behind the start of the operators' desk. */
export function registerExposureLimits({ services }: Pick<AppContext, 'services'>): void {
  services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '노출 한도 올리기·없애기', en: 'A limit of exposure raised or taken off' },
    right: setExposureLimit.right as string,
    async live(context, client, request) {
      const { was, wanted } = await wantedOf(context, client, request);
      return { before: said(was), after: said(wanted.most) };
    },
    async apply(context, client, request) {
      const { was, wanted, symbol } = await wantedOf(context, client, request);
      const { site, askedBy, decidedBy } = request;
      const at = new Date(context.clock.now());
      await writeLimit(client, was, { site, symbol, most: wanted.most, by: askedBy, agreedBy: decidedBy, at });
      return { after: said(wanted.most) };
    },
    after: (context, { site }) => lookAgain(context, site),
  });
}

async function wantedOf({ sites }: AppContext, client: Writer, { site, payload }: AskedRequest) {
  const config = sites.byId(site);
  if (config === undefined) throw new Refusal('NOT_FOUND', { field: 'site' });
  const wanted = payload as Wanted;
  const { symbol } = placeOf(config, wanted);
  return { wanted, symbol, was: await standingLimit(client, site, symbol) };
}
