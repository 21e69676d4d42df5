// An operator asks to end a symbol, another agrees: its orders are cancelled, its positions settled at the last mark, in slices if they are many.
import { CommandKind, encodeFields } from '@maru/engine/command.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { stampRequestKey } from '@maru/kit/server/request-key.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { type ApprovedRequest, approvals } from '@maru/operator/contract.ts';
import { delistOption } from '../admin-contract.ts';
import { readEngine } from './engine-views.ts';
import { throwIfRejected } from './refuse.ts';
import { requestedSymbol } from './site-symbols.ts';

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
    apply: (context, _client, request) => delist(context, request),
  });
}

async function delist(context: AppContext, { site, payload, requestKey }: ApprovedRequest): Promise<void> {
  const config = context.sites.byId(site);
  if (config === undefined) throw new Refusal('NOT_FOUND', { field: 'site' });
  const symbol = requestedSymbol(config, (payload as { futuresOptionId: number }).futuresOptionId);
  const record = encodeFields(-1, symbol.symbol, { kind: CommandKind.DelistSymbol });
  // A crash before the decision is written brings the same request back: its second command is answered as its first.
  stampRequestKey(record, { site, member: 0, requestKey });
  const { events, seq } = await context.engine.submit(site, record);
  throwIfRejected(events, symbol, seq);
}
