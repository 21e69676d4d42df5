// What protects a site, as its operators change it: more protection holds at once, less of it when a second person agrees.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, type AskedRequest, type AskingCall, desk, type Writer } from '@maru/operator/contract.ts';

interface Words {
  ko: string;
  en: string;
}

/** `Row` is read under its lock, `Value` is what an operator sets of it. */
export interface Guarded<Row extends Value, Value> {
  /** Of the request for a second person, and what that is called. */
  kind: string;
  name: Words;
  /** What pages that show it are told. */
  note: string;
  target(key: string): string;
  summary(key: string): Words;
  lock(sql: Writer, site: number, key: string): Promise<Row>;
  write(sql: Writer, site: number, key: string, value: Value): Promise<void>;
  protectsLess(before: Value, after: Value): boolean;
  /** As people read it. */
  said(row: Row, value: Value): object;
}

const RIGHT = 'custody.write';

interface Change<Row, Value> {
  call: AskingCall & { site: { id: number } };
  key: string;
  reason: string;
  read(row: Row): Value;
}

/** Throws APPROVAL_REQUIRED where a second person was asked. */
export async function changeGuarded<Row extends Value, Value>(
  context: AppContext,
  audit: Audit,
  guarded: Guarded<Row, Value>,
  { call, key, reason, read }: Change<Row, Value>,
): Promise<void> {
  const site = call.site.id;
  const requestId = await inTransaction(context.pool, async (client) => {
    const row = await guarded.lock(client, site, key);
    const value = read(row);
    const [before, after] = [guarded.said(row, row), guarded.said(row, value)];
    if (JSON.stringify(before) === JSON.stringify(after)) throw new Refusal('COIN_SAME');
    const target = guarded.target(key);
    if (guarded.protectsLess(row, value)) {
      const payload = { key, value };
      const asked = { kind: guarded.kind, site, target, summary: guarded.summary(key), payload, before, after, reason };
      return context.services.use(approvals).ask(call, client, asked);
    }
    await guarded.write(client, site, key, value);
    await audit({ target, before, after, reason }, client);
    return undefined;
  });
  if (requestId !== undefined) throw new Refusal('APPROVAL_REQUIRED', { requestId });
  tellChanged(context, site, guarded.note);
}

const tellChanged = ({ services }: AppContext, site: number, kind: string): void =>
  services.find(desk)?.tell(site, { type: 'CHANGED', kind });

export function registerGuarded<Row extends Value, Value>({ services }: AppContext, guarded: Guarded<Row, Value>): void {
  const askedOf = ({ payload }: AskedRequest) => payload as { key: string; value: Value };
  services.find(approvals)?.register<AppContext>({
    kind: guarded.kind,
    name: guarded.name,
    right: RIGHT,
    async live(_context, sql, request) {
      const { key, value } = askedOf(request);
      const row = await guarded.lock(sql, request.site, key);
      return { before: guarded.said(row, row), after: guarded.said(row, value) };
    },
    async apply(_context, sql, request) {
      const { key, value } = askedOf(request);
      await guarded.write(sql, request.site, key, value);
    },
    after: async (context, { site }) => tellChanged(context, site, guarded.note),
  });
}
