// A stop is lifted by two persons with a reason, bound to what they saw; just that may stand from then on, and stops nothing again.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { type ApprovedRequest, approvals, type AskedRequest, desk, type LiveValues } from '@maru/operator/contract.ts';
import type { PoolClient } from 'pg';
import { liftCustodyStop } from '../../reconciliation-contract.ts';
import { currencyAt } from '../coin-text.ts';
import { type KeptItem, nameOfItem } from './keep-run.ts';
import { RECONCILIATION } from './reconcile-job.ts';

const KIND = 'custody.lift';
const RIGHT = 'withdrawal.decide';

interface Standing {
  site: number;
  asset: number;
  fingerprint: string;
  isLifted: boolean;
  differences: KeptItem[];
}

async function standing(client: PoolClient, site: number, id: number, fingerprint: string): Promise<Standing> {
  const { rows } = await client.query<Standing>(
    `SELECT s.site_id AS site, s.asset, s.fingerprint, s.lifted_ms IS NOT NULL AS "isLifted", r.differences
     FROM custody_stop s JOIN custody_run r ON r.run_id = s.run_id WHERE s.stop_id = $1 AND s.site_id = $2 FOR UPDATE OF s`,
    [id, site],
  );
  if (rows.length === 0) throw new Refusal('NOT_FOUND');
  const [row] = rows;
  if (row.isLifted) throw new Refusal('STOP_LIFTED');
  if (row.fingerprint !== fingerprint) throw new Refusal('STOP_CHANGED');
  return row;
}

const shown = ({ asset, fingerprint, differences }: Standing): LiveValues => {
  const what = { asset, fingerprint, differences: differences.map(nameOfItem) };
  return { before: { ...what, stopped: true }, after: { ...what, stopped: false } };
};

export const liftCustodyStopHandler = handleOperator(liftCustodyStop, async (context, call) => {
  const { site, body } = call;
  const requestId = await inTransaction(context.pool, async (client) => {
    const stop = await standing(client, site.id, body.stopId, body.fingerprint);
    const coin = currencyAt(site, stop.asset);
    const asked = await context.services.use(approvals).ask(call, client, {
      kind: KIND,
      site: site.id,
      target: `custodyStop:${body.stopId}`,
      summary: {
        ko: `${coin} 출금 멈춤 풀기 · 맞지 않는 것 ${stop.differences.length}건`,
        en: `Let payouts of ${coin} go on with ${stop.differences.length} differences`,
      },
      payload: { stopId: body.stopId, fingerprint: body.fingerprint },
      ...shown(stop),
      reason: body.reason,
    });
    await client.query('UPDATE custody_stop SET asked_request = $2 WHERE stop_id = $1', [body.stopId, asked]);
    return asked;
  });
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
});

async function live(client: PoolClient, { site, payload }: AskedRequest): Promise<Standing> {
  const { stopId, fingerprint } = payload as { stopId: number; fingerprint: string };
  return standing(client, site, stopId, fingerprint);
}

export function registerStopApprovals(context: AppContext): void {
  context.services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '출금 멈춤 풀기', en: 'Lifting a stop of payouts' },
    right: RIGHT,
    live: async (_context, sql, request) => shown(await live(sql as PoolClient, request)),
    async apply({ clock }, sql, request: ApprovedRequest) {
      const client = sql as PoolClient;
      const { stopId } = request.payload as { stopId: number };
      const { site, asset, differences } = await live(client, request);
      await client.query(
        `INSERT INTO custody_accepted (site_id, asset, item, stop_id) SELECT $1, $2, item, $3 FROM unnest($4::text[]) AS item ON CONFLICT DO NOTHING`,
        [site, asset, stopId, differences.map(nameOfItem)],
      );
      await client.query('UPDATE custody_stop SET lifted_ms = $2, lifted_by = $3, reason = $4 WHERE stop_id = $1', [
        stopId,
        clock.now(),
        [request.askedBy, request.decidedBy],
        request.reason,
      ]);
    },
    async declined(_context, sql, { payload }) {
      const { stopId } = payload as { stopId: number };
      await (sql as PoolClient).query('UPDATE custody_stop SET asked_request = NULL WHERE stop_id = $1', [stopId]);
    },
    after: async ({ services }, { site }) => services.find(desk)?.tell(site, { type: 'CHANGED', kind: RECONCILIATION }),
  });
}
