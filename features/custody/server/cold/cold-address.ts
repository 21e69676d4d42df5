// An address of cold storage is a row that two persons set: nobody can send the house's coins to a place of one's own choice.
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { ChainName } from '@maru/chains/chain.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, type ApprovedRequest, desk, type LiveValues, type Writer } from '@maru/operator/contract.ts';
import { closeColdAddress, setColdAddress } from '../../cold-admin-contract.ts';
import { coldDestination } from '../withdrawals/check-destination.ts';

const KIND = 'custody.cold.address';
export const COLD_RIGHT = 'custody.write';
export const COLD_NOTE = 'custody-cold';

interface Asked {
  chain: ChainName;
  address: string;
}

const OURS = `SELECT 1 FROM custody_hot WHERE chain = $1 AND address = $2 UNION ALL SELECT 1 FROM custody_address WHERE chain = $1 AND address = $2
 UNION ALL SELECT 1 FROM custody_cold WHERE chain = $1 AND address = $2`;

/** What would stand there, as things are now. */
async function live(sql: Writer, site: number, { chain, address }: Asked): Promise<LiveValues> {
  const { rowCount: coins } = await sql.query('SELECT 1 FROM custody_coin WHERE site_id = $1 AND chain = $2', [site, chain]);
  if (coins === 0) throw new Refusal('COIN_UNKNOWN', { field: 'chain' });
  const { rowCount: ours } = await sql.query(OURS, [chain, address]);
  if (ours !== 0) throw new Refusal('COLD_OURS');
  const { rowCount: open } = await sql.query('SELECT 1 FROM custody_cold WHERE site_id = $1 AND chain = $2 AND is_open', [site, chain]);
  if (open !== 0) throw new Refusal('COLD_OPEN');
  return { before: { chain, coldAddress: null }, after: { chain, coldAddress: address } };
}

const setHandler = handleOperator(setColdAddress, async (context, call) => {
  const { site, body } = call;
  const { chain, reason } = body;
  const address = await coldDestination(context, chain, body.address);
  const requestId = await inTransaction(context.pool, async (client) =>
    context.services.use(approvals).ask(call, client, {
      kind: KIND,
      site: site.id,
      target: `cold:${chain}`,
      summary: { ko: `${chain} 콜드 지갑 주소 ${address}`, en: `Cold storage of ${chain} at ${address}` },
      payload: { chain, address } satisfies Asked,
      ...(await live(client, site.id, { chain, address })),
      reason,
    }),
  );
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
});

const closeHandler = handleOperator(closeColdAddress, async (context, { site, body }, audit) => {
  const { coldId, reason } = body;
  await inTransaction(context.pool, async (client) => {
    const { rows } = await client.query<{ address: string }>(
      'UPDATE custody_cold SET is_open = false WHERE cold_id = $1 AND site_id = $2 AND is_open RETURNING address',
      [coldId, site.id],
    );
    if (rows.length === 0) throw new Refusal('NOT_FOUND');
    const [{ address }] = rows;
    await audit({ target: `cold:${coldId}`, before: { address, isOpen: true }, after: { address, isOpen: false }, reason }, client);
  });
  tellCold(context, site.id);
  return { data: {} };
});

export const coldAddressRoutes = [setHandler, closeHandler];

export const tellCold = ({ services }: Pick<AppContext, 'services'>, site: number): void =>
  services.find(desk)?.tell(site, { type: 'CHANGED', kind: COLD_NOTE });

export function registerColdAddresses({ services }: AppContext): void {
  services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '콜드 지갑 주소', en: 'An address of cold storage' },
    right: COLD_RIGHT,
    live: (_context, sql, { site, payload }) => live(sql, site, payload as Asked),
    async apply({ clock }, sql, { site, payload, askedBy, decidedBy }: ApprovedRequest) {
      const { chain, address } = payload as Asked;
      await live(sql, site, { chain, address });
      await sql.query('INSERT INTO custody_cold (site_id, chain, address, agreed_by, made_ms) VALUES ($1, $2, $3, $4, $5)', [
        site,
        chain,
        address,
        [askedBy, decidedBy],
        clock.now(),
      ]);
    },
    after: async (context, { site }) => tellCold(context, site),
  });
}
