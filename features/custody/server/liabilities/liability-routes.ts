// Proofs by call: the published ones for anybody, and to a member its own branch.
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { installationSigner } from '@maru/rounds/admin-contract.ts';
import { type LiabilityFile, listLiabilities, readLiabilityBranch } from '../../liabilities-contract.ts';
import { liabilityTrees, type PublishedProof } from './own-branch.ts';

const MOST = 60;
/** Each is some milliseconds of work. */
const BRANCHES = { perSecond: 0.2, burst: 20 };

interface FileRow {
  record: string;
  hash: string;
  signature: string | null;
  key: number | null;
}

const listHandler = handle(listLiabilities, async (context, { site, query }) => {
  const { rows } = await (query.coin === undefined
    ? context.pool.query<FileRow>(
        `SELECT DISTINCT ON (coin) record, hash, signature, key FROM custody_liability WHERE site_id = $1 ORDER BY coin, number DESC`,
        [site.id],
      )
    : context.pool.query<FileRow>(
        `SELECT record, hash, signature, key FROM custody_liability WHERE site_id = $1 AND coin = $2 ORDER BY number DESC LIMIT ${MOST}`,
        [site.id, query.coin],
      ));
  const content: LiabilityFile[] = [];
  for (const row of rows) content.push(await fileOf(context, row));
  return { data: { content } };
});

async function fileOf({ services, pool }: AppContext, { record, hash, ...by }: FileRow): Promise<LiabilityFile> {
  const signed = await services.find(installationSigner)?.signatureOf(pool, by);
  return { record, hash, ...(signed && { signed }) };
}

const branchHandler = handle(readLiabilityBranch, async (context, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const waitMs = context.shared.limit('custody.branches', BRANCHES).take(`${site.id}|${session.member}`);
  if (waitMs > 0) throw new Refusal('LIABILITY_WAIT', { seconds: Math.ceil(waitMs / 1000) });
  const { rows } = await context.pool.query<PublishedProof & FileRow>(
    `SELECT proof_id::float8 AS "proofId", site_id AS site, coin, number, depth, record, hash, signature, key FROM custody_liability
     WHERE site_id = $1 AND coin = $2 AND number = $3`,
    [site.id, query.coin, query.number],
  );
  if (rows.length === 0) throw new Refusal('NOT_FOUND', { field: 'number' });
  const branch = await context.services.use(liabilityTrees).branchOf(rows[0], session.member);
  return { data: branch === undefined ? null : { ...branch, parts: branch.parts.map(writable), ...(await fileOf(context, rows[0])) } };
});

const writable = ({ amount, place, path }: { amount: string; place: string; path: readonly (readonly [string, string])[] }) => ({
  amount,
  place,
  path: path.map(([hash, sum]): [string, string] => [hash, sum]),
});

export const liabilityRoutes = [listHandler, branchHandler];
