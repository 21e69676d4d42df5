// How a feature asks for a second person: the request and its line in the log in the caller's transaction, the note behind its commit.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { requestHashOf } from '@maru/kit/server/request-hash.ts';
import { afterCommit } from '@maru/kit/server/transaction.ts';
import { APPROVAL_LIFE_MS } from '../admin-contract.ts';
import type { ApprovalAsk, ApprovalKind, Approvals, AskingCall, Desk, Writer } from '../contract.ts';
import { type ApprovalRecord, contentHashOf } from './approval-rows.ts';
import { refuseOwnTarget } from './behind-member.ts';
import type { AuditLog } from './audit-log.ts';
import { createFinisher, type Finisher } from './finish-approval.ts';

/** What the log calls the asking; the call itself ends in a refusal. */
export const ASK_ACTION = 'askApproval';

export interface ApprovalDesk extends Approvals {
  // oxlint-disable-next-line typescript/no-explicit-any -- each kind's context is its feature's
  readonly kinds: ReadonlyMap<string, ApprovalKind<any>>;
  readonly finisher: Finisher;
}

export function createApprovalDesk(
  context: AppContext,
  log: AuditLog,
  board: Desk,
  know: (right: string, what: { ko: string; en: string }) => void,
): ApprovalDesk {
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  const kinds = new Map<string, ApprovalKind<any>>();
  return {
    kinds,
    finisher: createFinisher(context, log, kinds, board),
    register(kind) {
      if (kinds.has(kind.kind)) throw new Error(`approval kind ${kind.kind} is registered twice`);
      kinds.set(kind.kind, kind);
      know(kind.right, kind.name);
    },
    async ask(call, client, asked) {
      if (!kinds.has(asked.kind)) throw new Error(`approval kind ${asked.kind} is not registered`);
      await refuseOwnTarget(context, client, asked, operatorOf(call).id);
      const id = await insert(context, call, client, asked);
      await log.write(
        {
          operator: operatorOf(call),
          site: asked.site,
          action: ASK_ACTION,
          right: kinds.get(asked.kind)?.right ?? '',
          target: asked.target,
          before: asked.before,
          after: { request: id, kind: asked.kind, wanted: asked.after },
          reason: asked.reason,
          ip: call.ip,
          requestId: call.requestId,
        },
        client,
      );
      // Where the process dies before it, the socket dies too: a page that connects anew asks for all it shows.
      afterCommit(() => board.tell(asked.site, { type: 'APPROVAL', kind: asked.kind, id }));
      return id;
    },
  };
}

function operatorOf({ session }: AskingCall): { id: number; username: string } {
  if (session === undefined) throw new Error('nobody asks for an approval');
  return { id: session.member, username: session.username };
}

async function insert(context: AppContext, call: AskingCall, client: Writer, asked: ApprovalAsk): Promise<number> {
  const now = context.clock.now();
  // Held against its being given up meanwhile, which takes back what waits.
  const place = await client.query('SELECT 1 FROM site_site WHERE id = $1 AND given_up_at IS NULL FOR KEY SHARE', [asked.site]);
  if (place.rows.length === 0) throw new Refusal('NOT_FOUND');
  const { rows } = await client.query(
    `INSERT INTO operator_approval
       (kind, site_id, target, summary_ko, summary_en, payload, before, after, reason, content_hash, asked_by, asked_at, expires_at, request_key, asked_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', $10, $11, $12, $13, $14) ON CONFLICT (asked_by, request_key) DO NOTHING RETURNING *`,
    [
      asked.kind,
      asked.site,
      asked.target,
      asked.summary.ko,
      asked.summary.en,
      JSON.stringify(asked.payload ?? null),
      JSON.stringify(asked.before ?? null),
      JSON.stringify(asked.after ?? null),
      asked.reason,
      operatorOf(call).id,
      new Date(now),
      new Date(now + APPROVAL_LIFE_MS),
      call.requestKey ?? null,
      askedHashOf(context, call, asked),
    ],
  );
  const row = rows[0] as ApprovalRecord | undefined;
  if (row === undefined) throw await askedBefore(context, call, client, asked);
  await client.query('UPDATE operator_approval SET content_hash = $2 WHERE id = $1', [row.id, contentHashOf(row)]);
  return Number(row.id);
}

/** What was asked for, in the asker's own words: what stands beside it in the row moves meanwhile. */
const askedHashOf = (context: AppContext, { body }: AskingCall, { kind, site }: ApprovalAsk): string =>
  requestHashOf(context, `approval ${kind}`, site, body ?? {});

/** Its answer was lost: told again, and whatever else the caller's transaction wrote for it goes with the refusal. */
async function askedBefore(context: AppContext, call: AskingCall, client: Writer, asked: ApprovalAsk): Promise<Refusal> {
  const { rows } = await client.query<{ id: number; asked_hash: string | null }>(
    'SELECT id, asked_hash FROM operator_approval WHERE asked_by = $1 AND request_key = $2',
    [operatorOf(call).id, call.requestKey],
  );
  const [first] = rows;
  if (first.asked_hash !== askedHashOf(context, call, asked)) return new Refusal('REQUEST_REUSED');
  return new Refusal('APPROVAL_REQUIRED', { requestId: Number(first.id) });
}
