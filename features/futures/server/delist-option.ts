// An operator asks to end a symbol, another agrees: its orders are cancelled, its positions settled at the last mark, in slices if they are many.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { stampRequestKey } from '@maru/kit/server/request-key.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { type ApprovedRequest, approvals, type AskedRequest, type LiveValues, type Outcome, type Writer } from '@maru/operator/contract.ts';
import { delistOption } from '../admin-contract.ts';
import { readEngine } from './engine-views.ts';
import { throwIfRejected } from './refuse.ts';
import { requestedSymbol, type SiteSymbol } from './site-symbols.ts';

const KIND = 'futures.delist';

export const delistOptionHandler = handleOperator(delistOption, async (context, call) => {
  const { site, body } = call;
  const symbol = requestedSymbol(site, body.futuresOptionId);
  const state = (await readEngine.symbols(context, site.id)).find((each) => each.symbol === symbol.symbol);
  if (state?.listed !== true) throw new Refusal('SYMBOL_CLOSED', { field: 'futuresOptionId' });
  const { code } = symbol.data;
  const requestId = await inTransaction(context.pool, (client) =>
    context.services.use(approvals).ask(call, client, {
      kind: KIND,
      site: site.id,
      target: `symbol:${code}`,
      summary: {
        ko: `${code} 거래 종료: 주문은 취소, 포지션은 마지막 마크 가격에 정산`,
        en: `Delist ${code}: orders cancelled, positions settled at the last mark`,
      },
      payload: { futuresOptionId: symbol.futuresOptionId },
      before: { delisted: false },
      after: { delisted: true },
      reason: body.reason,
    }),
  );
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
});

/** Behind the start of the operators' desk. */
export function registerDelisting({ services }: Pick<AppContext, 'services'>): void {
  services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '종목 거래 종료', en: 'Delisting a symbol' },
    right: delistOption.right as string,
    live: liveDelisting,
    async apply(context, _client, request) {
      await refuseDelisted(context, request);
    },
    finish: delist,
  });
}

/** Gone already, or no symbol of this site: there is nothing to agree to. */
async function refuseDelisted(context: AppContext, { site, payload }: AskedRequest): Promise<SiteSymbol> {
  const config = context.sites.byId(site);
  if (config === undefined) throw new Refusal('NOT_FOUND', { field: 'site' });
  const symbol = requestedSymbol(config, (payload as { futuresOptionId: number }).futuresOptionId);
  if (!(await isListed(context, site, symbol))) throw new Refusal('SYMBOL_CLOSED', { field: 'futuresOptionId' });
  return symbol;
}

const isListed = async (context: AppContext, site: number, { symbol }: SiteSymbol) =>
  (await readEngine.symbols(context, site)).find((each) => each.symbol === symbol)?.listed === true;

async function liveDelisting(context: AppContext, _sql: Writer, request: AskedRequest): Promise<LiveValues> {
  await refuseDelisted(context, request);
  return { before: { delisted: false }, after: { delisted: true } };
}

async function delist(context: AppContext, { site, payload, requestKey }: ApprovedRequest, isAgain: boolean): Promise<Outcome> {
  const config = context.sites.byId(site);
  if (config === undefined) return { outcome: 'FAILED', fault: 'NOT_FOUND' };
  const symbol = requestedSymbol(config, (payload as { futuresOptionId: number }).futuresOptionId);
  // Done before the process died, and perhaps longer ago than the engine remembers a request.
  if (isAgain && !(await isListed(context, site, symbol))) return { outcome: 'APPLIED', result: { delisted: true } };
  const record = encodeFields(-1, symbol.symbol, { kind: CommandKind.DelistSymbol });
  stampRequestKey(record, { site, member: 0, requestKey });
  const { events, seq } = await context.engine.submit(site, record);
  throwIfRejected(events, symbol, seq);
  return { outcome: 'APPLIED', result: { delisted: true, sequence: seq } };
}
