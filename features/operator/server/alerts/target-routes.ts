// Whom alerts are told to: added and removed by one person who holds the right there, tried on the spot; what a webhook signs with is told once.
import { randomUUID } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { addAlertTarget, listAlertTargets, removeAlertTarget, type TargetKind, testAlertTarget } from '../../alert-contract.ts';
import { testBody, testMail } from './alert-message.ts';
import type { StoredTarget } from './alert-rows.ts';
import { carryAlert, faultOf, noteOutcome, sealWebhook } from './carry-alert.ts';
import { callerGrants, mayAt, presentTargets } from './present-alerts.ts';
import { isWebhookAddress, newWebhookSecret } from './webhook.ts';

const MOST = 20;
const TEST_PAUSE_MS = 5_000;
const MAIL = /^[^\s@<>",;]{1,64}@[^\s@<>",;]{1,189}$/;
const WRITE = addAlertTarget.right as string;

const listTargetsHandler = handleOperator(listAlertTargets, async (context, call) => {
  const { rows } = await context.pool.query<StoredTarget>(
    'SELECT * FROM operator_alert_target WHERE removed_at IS NULL AND (site_id IS NULL OR site_id = $1) ORDER BY id',
    [call.site.id],
  );
  return { data: await presentTargets(context, rows, await callerGrants(context, call.session)) };
});

const addTargetHandler = handleOperator(addAlertTarget, async (context, call, audit) => {
  const { isOfSite, kind, name, address, language, least, reason } = call.body;
  const site = isOfSite ? call.site.id : null;
  const grants = await callerGrants(context, call.session);
  if (!mayAt(grants, site, WRITE)) throw new Refusal('NO_PERMISSION');
  const seal = randomUUID();
  const { shown, secret, sealed } = placeOf(context, kind, address, seal);
  const row = await inTransaction(context.pool, async (client) => {
    await needSpace(client, site);
    const { rows } = await client.query<StoredTarget>(
      `INSERT INTO operator_alert_target (site_id, kind, name, shown, seal, secret, language, least, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *`,
      [site, kind, name, shown, seal, sealed, language, least, (call.session as Session).member, new Date(context.clock.now())],
    );
    await audit({ target: `alert-target:${rows[0].id}`, after: { ...call.body, address: shown }, reason }, client);
    return rows[0];
  });
  return { data: { target: (await presentTargets(context, [row], grants))[0], secret } };
});

/** A webhook's address opens a way in by itself: it lies sealed, and its host alone is shown. */
function placeOf(
  context: AppContext,
  kind: TargetKind,
  address: string,
  seal: string,
): { shown: string; secret: string | null; sealed: Buffer | null } {
  if (kind === 'MAIL') {
    if (!MAIL.test(address)) throw new Refusal('ALERT_ADDRESS', { field: 'address' });
    return { shown: address, secret: null, sealed: null };
  }
  if (!isWebhookAddress(address, !context.config.demo)) throw new Refusal('ALERT_ADDRESS', { field: 'address' });
  const secret = newWebhookSecret();
  return { shown: new URL(address).origin, secret, sealed: sealWebhook(context, seal, { url: address, secret }) };
}

async function needSpace(client: SqlWriter, site: number | null): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('operator_alert_target'))`);
  const { rows } = await client.query(
    'SELECT count(*)::int AS n FROM operator_alert_target WHERE removed_at IS NULL AND site_id IS NOT DISTINCT FROM $1',
    [site],
  );
  if (rows[0].n >= MOST) throw new Refusal('ALERT_TARGETS', { most: MOST });
}

const removeTargetHandler = handleOperator(removeAlertTarget, async (context, call, audit) => {
  const { id, reason } = call.body;
  await inTransaction(context.pool, async (client) => {
    const target = await changeable(context, call, client, id);
    // Nobody needs its secret any more.
    await client.query('UPDATE operator_alert_target SET removed_at = $2, secret = NULL WHERE id = $1', [
      id,
      new Date(context.clock.now()),
    ]);
    await audit({ target: `alert-target:${id}`, before: { name: target.name, kind: target.kind, address: target.shown }, reason }, client);
  });
  return { data: { done: true as const } };
});

const testTargetHandler = handleOperator(testAlertTarget, async (context, call, audit) => {
  const { id } = call.body;
  const { pool, clock } = context;
  const target = await inTransaction(pool, async (client) => {
    const row = await changeable(context, call, client, id);
    const now = clock.now();
    if (row.tested_at !== null && now - row.tested_at.getTime() < TEST_PAUSE_MS) throw new Refusal('ALERT_TEST_TOO_OFTEN');
    await client.query('UPDATE operator_alert_target SET tested_at = $2 WHERE id = $1', [id, new Date(now)]);
    return row;
  });
  const began = performance.now();
  const fault = await carryAlert(context, target, {
    id: `alert-test-${randomUUID()}`,
    mail: () => testMail(target.language, target.name),
    body: () => testBody(target.language, target.name, clock.now()),
  }).then(() => undefined, faultOf);
  const tookMs = Math.round(performance.now() - began);
  await noteOutcome(pool, id, clock.now(), fault);
  await audit({ target: `alert-target:${id}`, after: { hasArrived: fault === undefined, ...(fault !== undefined && { fault }) } });
  return { data: { hasArrived: fault === undefined, fault: fault ?? null, tookMs } };
});

/** Of the chosen site or of the installation; of another site's nothing is known. */
async function changeable(context: AppContext, call: Pick<Call, 'session' | 'site'>, client: SqlWriter, id: number): Promise<StoredTarget> {
  const { rows } = await client.query(
    'SELECT * FROM operator_alert_target WHERE id = $1 AND removed_at IS NULL AND (site_id IS NULL OR site_id = $2) FOR UPDATE',
    [id, call.site.id],
  );
  const target = rows[0] as StoredTarget | undefined;
  if (target === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  if (!mayAt(await callerGrants(context, call.session, client), target.site_id, WRITE)) throw new Refusal('NO_PERMISSION');
  return target;
}

export const targetRoutes = [listTargetsHandler, addTargetHandler, removeTargetHandler, testTargetHandler];
