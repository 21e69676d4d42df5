// What is true at the moment of a look: shown beside what was asked, and part of what a decision names.
import { createHash } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { ApprovalKind, LiveValues, Writer } from '../contract.ts';
import { type ApprovalRecord, askedOf } from './approval-rows.ts';

export interface Look {
  /** undefined: of a kind without any, or it cannot be agreed to. */
  values: LiveValues | undefined;
  /** Why it cannot be agreed to now. */
  blocked: Refusal | undefined;
  contentHash: string;
}

export async function lookAt(
  context: AppContext,
  sql: Writer,
  kind: ApprovalKind<AppContext> | undefined,
  row: ApprovalRecord,
): Promise<Look> {
  if (kind?.live === undefined) return { values: undefined, blocked: undefined, contentHash: row.content_hash };
  try {
    const values = await kind.live(context, sql, askedOf(row));
    return { values, blocked: undefined, contentHash: contentHashWith(row, values.bound ?? [values.before, values.after]) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { values: undefined, blocked: error, contentHash: contentHashWith(row, error.code) };
  }
}

const contentHashWith = (row: ApprovalRecord, bound: unknown) =>
  createHash('sha256')
    .update(`${row.content_hash} ${JSON.stringify(bound)}`)
    .digest('base64url');
