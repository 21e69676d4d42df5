// An operator's way in: password, then the app's code; who has no app yet enrols one, and nobody is told whether a name exists.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import type { LoginGuard } from '@maru/kit/server/login-guard.ts';
import type { AuditLine, SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { hashPassword, isCommonPassword, isPassword } from '@maru/kit/server/passwords.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { DeskSession, deskEnrol, deskLogin, deskSecondStep, deskSetup } from '../contract.ts';
import { isAmong } from '@maru/kit/server/address-list.ts';
import type { AuditLog } from './audit-log.ts';
import { openChallenge, ownerOf, spend, spendSetup } from './challenges.ts';
import { readDeskSettings } from './desk-settings.ts';
import { operatorById, operatorNamed, type OperatorRow } from './operator-rows.ts';
import { startApp, takeAppCode, takeRecovery, writeRecovery } from './second-factor.ts';
import { endSessions, openSession } from './sessions.ts';
import { nameDevice, type Traces } from './traces.ts';

export interface DeskParts {
  context: AppContext;
  guard: LoginGuard;
  log: AuditLog;
  traces: Traces;
}

/** The guard counts operators apart from the members of any site. */
const DESK = 0;
const never = async () => false;
const KNOWN_MS = 30 * DAY_MS;

/** Strangers who guess lock a name: its owner, where it lately was, has tries of its own. */
const wasHere =
  ({ pool, clock }: AppContext, ip: string, username: string) =>
  async (): Promise<boolean> => {
    const { rows } = await pool.query(
      `SELECT 1 FROM operator_session s JOIN operator_operator o ON o.id = s.operator_id
     WHERE lower(o.username) = lower($1) AND s.ip = $2 AND s.created_at > $3 LIMIT 1`,
      [username, ip, new Date(clock.now() - KNOWN_MS)],
    );
    return rows.length > 0;
  };

export async function logIn(
  parts: DeskParts,
  call: Call<undefined, Out<typeof deskLogin.body>>,
): Promise<Answer<Out<typeof deskLogin.reply>>> {
  const { context, guard } = parts;
  const { username, password } = call.body;
  await refuseAddress(context, call.ip);
  await guard.enter(DESK, username, call.ip, wasHere(context, call.ip, username));
  const row = await operatorNamed(context, context.pool, username);
  const isRight = await isPassword(row?.password_hash ?? undefined, password);
  if (row === undefined || !isRight || row.status !== 'ACTIVE' || !isAmong(row.addresses, call.ip)) {
    guard.failed(DESK, username, call.ip);
    if (row !== undefined) await note(parts, call, row, 'deskLogin', isRight ? 'DESK_ADDRESS' : 'DESK_LOGIN_FAILED');
    throw new Refusal('DESK_LOGIN_FAILED');
  }
  guard.succeeded(DESK, username, call.ip);
  if (row.totp_confirmed_at !== null) {
    const { name, expiresIn } = await openChallenge(context, context.pool, 'LOGIN', row.id);
    return { data: { step: 'CODE', challenge: name, expiresIn } };
  }
  // The demo's passwords are on its start screen: a second factor would protect nothing.
  if (context.config.demo) {
    const { session, headers } = await open(parts, call, row, 'deskLogin');
    return { data: { step: 'DONE', session }, headers };
  }
  return inTransaction(context.pool, async (client) => {
    const app = await startApp(context, client, row.id, row.username);
    const { name, expiresIn } = await openChallenge(context, client, 'LOGIN', row.id);
    return { data: { step: 'ENROL', challenge: name, expiresIn, ...app } };
  });
}

export async function takeSecondStep(
  parts: DeskParts,
  call: Call<undefined, Out<typeof deskSecondStep.body>>,
): Promise<Answer<DeskSession>> {
  const { context } = parts;
  const row = await stepOwner(parts, call);
  if (row.totp_confirmed_at === null) throw new Refusal('DESK_CHALLENGE');
  const { code } = call.body;
  const isRight = /^\d{6}$/.test(code)
    ? await takeAppCode(context, context.pool, row.id, code)
    : await takeRecovery(context, context.pool, row.id, code);
  await settle(parts, call, row, isRight, 'deskSecondStep');
  const { session, headers } = await open(parts, call, row, 'deskSecondStep');
  return { data: session, headers };
}

export async function enrol(
  parts: DeskParts,
  call: Call<undefined, Out<typeof deskEnrol.body>>,
): Promise<Answer<Out<typeof deskEnrol.reply>>> {
  const { context } = parts;
  const row = await stepOwner(parts, call);
  if (row.totp_confirmed_at !== null) throw new Refusal('DESK_CHALLENGE');
  const isRight = await takeAppCode(context, context.pool, row.id, call.body.code);
  await settle(parts, call, row, isRight, 'deskEnrol');
  const recoveryCodes = await inTransaction(context.pool, async (client) => {
    const { rowCount } = await client.query(
      'UPDATE operator_operator SET totp_confirmed_at = $2 WHERE id = $1 AND totp_confirmed_at IS NULL',
      [row.id, new Date(context.clock.now())],
    );
    if (rowCount === 0) throw new Refusal('DESK_CHALLENGE');
    return writeRecovery(context, client, row.id);
  });
  const { session, headers } = await open(parts, call, row, 'deskEnrol');
  return { data: { session, recoveryCodes }, headers };
}

/** A link that was never opened gives away an account: it is good for a day, once, and ends what was open. */
export async function setUp(
  parts: DeskParts,
  call: Call<undefined, Out<typeof deskSetup.body>>,
): Promise<Answer<Out<typeof deskSetup.reply>>> {
  const { context, guard } = parts;
  const { token, password } = call.body;
  await refuseAddress(context, call.ip);
  await guard.enter(DESK, 'set-up', call.ip, never);
  const owner = await ownerOf(context, context.pool, 'SETUP', token);
  const row = owner === undefined ? undefined : await operatorById(context, context.pool, owner);
  if (row === undefined || row.status !== 'ACTIVE') throw new Refusal('DESK_SETUP_USED');
  refuseWeak(password, row);
  const hash = await hashPassword(password);
  const { headers } = await leaveTrace(parts, call, row);
  await inTransaction(context.pool, async (client) => {
    if (!(await spendSetup(context, client, token))) throw new Refusal('DESK_SETUP_USED');
    await client.query('UPDATE operator_operator SET password_hash = $2 WHERE id = $1', [row.id, hash]);
    await endSessions(context, client, row.id);
    await note(parts, call, row, 'deskSetup', undefined, client);
  });
  guard.succeeded(DESK, row.username, call.ip);
  return { data: { username: row.username }, headers };
}

export function refuseWeak(password: string, { username, name }: OperatorRow): void {
  const isOwnName = password.toLowerCase().includes(username.toLowerCase());
  if (isOwnName || isCommonPassword(password, username, name)) throw new Refusal('DESK_PASSWORD_WEAK');
}

async function refuseAddress({ pool }: AppContext, ip: string): Promise<void> {
  const { addresses } = await readDeskSettings(pool);
  if (!isAmong(addresses, ip)) throw new Refusal('DESK_ADDRESS');
}

/** Whose second step this is; its tries are counted with the operator, however many challenges are opened. */
async function stepOwner(parts: DeskParts, call: Call<undefined, { challenge: string }>): Promise<OperatorRow> {
  const { context, guard } = parts;
  await refuseAddress(context, call.ip);
  const owner = await ownerOf(context, context.pool, 'LOGIN', call.body.challenge);
  const row = owner === undefined ? undefined : await operatorById(context, context.pool, owner);
  if (row === undefined || row.status !== 'ACTIVE' || !isAmong(row.addresses, call.ip)) throw new Refusal('DESK_CHALLENGE');
  await guard.enter(DESK, `code ${row.id}`, call.ip, wasHere(context, call.ip, row.username));
  return row;
}

async function settle(
  parts: DeskParts,
  call: Call<undefined, { challenge: string }>,
  row: OperatorRow,
  isRight: boolean,
  action: string,
): Promise<void> {
  const { context, guard } = parts;
  if (!isRight) {
    guard.failed(DESK, `code ${row.id}`, call.ip);
    await note(parts, call, row, action, 'DESK_CODE_WRONG');
    throw new Refusal('DESK_CODE_WRONG');
  }
  if (!(await spend(context, context.pool, call.body.challenge))) throw new Refusal('DESK_CHALLENGE');
  guard.succeeded(DESK, `code ${row.id}`, call.ip);
}

async function open(
  parts: DeskParts,
  call: Call,
  row: OperatorRow,
  action: string,
): Promise<{ session: DeskSession; headers: Record<string, string> }> {
  const { context } = parts;
  const { headers } = await leaveTrace(parts, call, row);
  const session = await inTransaction(context.pool, async (client) => {
    const opened = await openSession(context, client, { operator: row.id, ip: call.ip, userAgent: call.userAgent });
    await note(parts, call, row, action, undefined, client);
    return opened;
  });
  return { session, headers };
}

/** Whoever opens a link or a session was here, by this browser. */
async function leaveTrace({ context, traces }: DeskParts, call: Call, { id }: OperatorRow): Promise<{ headers: Record<string, string> }> {
  const { device, headers } = nameDevice(call);
  await traces.note(context.pool, Number(id), { ip: call.ip, device });
  return { headers };
}

/** On the way in nobody speaks for a site yet. */
function note(parts: DeskParts, call: Call, row: OperatorRow, action: string, refusal?: string, client?: SqlWriter): Promise<void> {
  const line: AuditLine = {
    operator: { id: row.id, username: row.username },
    site: undefined,
    action,
    right: 'desk.enter',
    target: `operator:${row.id}`,
    ...(refusal === undefined ? {} : { refusal }),
    ip: call.ip,
    requestId: call.requestId,
  };
  return parts.log.write(line, client);
}
