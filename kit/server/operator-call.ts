// Binds an operator's call to its handler: who did what to whom is written down, or the call has failed.
import type { z } from 'zod/mini';
import type { Out, Route } from '../contract/route.ts';
import { serviceKey } from '../contract/service.ts';
import type { AppContext } from './context.ts';
import { type Answer, type BoundRoute, type Call, Refusal, type Session } from './feature.ts';
import { type AuditLine, type AuditNote, operatorDesk, type SqlWriter } from './operator-desk.ts';

/**
 * Writes what was done. With the client of the caller's transaction it stands or falls with the change; call it last there, since
 * the log has one end and everybody else waits for it until the commit.
 */
export type Audit = (note: AuditNote, client?: SqlWriter) => Promise<void>;

type Run<Q, B, R> = (context: AppContext, call: Call<Out<Q>, Out<B>>, audit: Audit) => Promise<Answer<Out<R>>>;

/** The refusal that a request for a second person ends in: what was asked is written down with the request. */
const ASKED = 'APPROVAL_REQUIRED';

/** A POST that succeeds without a line in the log is a fault; one that is refused leaves a line by itself. */
export function handleOperator<Q extends z.ZodMiniType | undefined, B extends z.ZodMiniType | undefined, R extends z.ZodMiniType>(
  route: Route<Q, B, R>,
  run: Run<Q, B, R>,
): BoundRoute {
  if (route.right === undefined) throw new Error(`route ${route.name} names no right`);
  const operate = async (context: AppContext, call: Call<Out<Q>, Out<B>>) => {
    const targets: string[] = [];
    const audit: Audit = async (note, client) => {
      await context.services.use(operatorDesk).write(lineOf(route, call, note), client);
      targets.push(note.target);
    };
    if (route.method === 'GET') await countLook(context, route, call);
    try {
      if (route.method === 'POST' && route.ofLeft !== true) await refuseLeft(context, call);
      if (route.method === 'POST') await refuseOwn(context, call);
      const answer = await run(context, call, audit);
      if (route.method === 'POST') {
        if (targets.length === 0) throw new Error(`${route.name} did something and wrote nothing into the audit log`);
        context.services.use(operatorDesk).done(call.site.id, targets);
      }
      return answer;
    } catch (error) {
      const leavesLine = route.method === 'POST' || route.download === true || route.auditsRefusals === true;
      if (error instanceof Refusal && error.code !== ASKED && leavesLine) await writeRefusal(context, route, call, error);
      throw error;
    }
  };
  return { route: route as unknown as Route, isAudited: true, run: operate as BoundRoute['run'] };
}

/** Which of these members of a site have left for good. Provided by member. */
export type LeftAmong = (site: number, members: readonly number[]) => Promise<readonly number[]>;
export const leftAmong = serviceKey('kit.leftAmong').of<LeftAmong>();

/** Nothing is done to a member that has left, whichever call names it: here, so that no handler can forget it. */
async function refuseLeft({ services }: AppContext, { site, body }: Call): Promise<void> {
  const { playerId } = (body ?? {}) as { playerId?: unknown };
  if (typeof playerId !== 'number') return;
  const left = await services.find(leftAmong)?.(site.id, [playerId]);
  if (left?.includes(playerId)) throw new Refusal('MEMBER_LEFT');
}

/** Whether one of these members of a site is this very operator. Provided by account. */
export type IsOwnMember = (sql: SqlWriter, of: { site: number; members: readonly number[]; operator: number }) => Promise<boolean>;
export const isOwnMember = serviceKey('kit.isOwnMember').of<IsOwnMember>();

/** Nobody does anything to the member that is itself, whichever call names it (ADR 0085). */
async function refuseOwn({ services, pool }: AppContext, { site, body, session }: Call): Promise<void> {
  const members = membersIn(body);
  if (members.length === 0 || session === undefined) return;
  if (await services.find(isOwnMember)?.(pool, { site: site.id, members, operator: session.member })) throw new Refusal('MEMBER_OWN');
}

/** One, several, or one a row. */
function membersIn(body: unknown): number[] {
  const { playerId, playerIds, rows } = (body ?? {}) as { playerId?: unknown; playerIds?: unknown; rows?: unknown };
  const inRows = Array.isArray(rows) ? rows.map((row: { playerId?: unknown } | null) => row?.playerId) : [];
  return [playerId, ...(Array.isArray(playerIds) ? playerIds : []), ...inRows].filter((id) => typeof id === 'number');
}

/** Counts members whom an operator is about to be shown; throws, with nothing counted, where they would be too many. Provided by account. */
export type NoteLooks = (call: Pick<Call, 'session'>, members: readonly number[]) => Promise<void>;
export const memberLooks = serviceKey('kit.memberLooks').of<NoteLooks>();

/** Whatever is read of one member is a look at it, whichever call names it: here, so that no page is a way around. */
async function countLook(context: AppContext, route: Route, call: Call): Promise<void> {
  const { playerId } = (call.query ?? {}) as { playerId?: unknown };
  if (typeof playerId !== 'number') return;
  try {
    await context.services.find(memberLooks)?.(call, [playerId]);
  } catch (error) {
    if (error instanceof Refusal) await writeRefusal(context, route, call, error);
    throw error;
  }
}

function lineOf(route: Route, call: Call, note: AuditNote): AuditLine {
  const { member, username } = call.session as Session;
  return {
    ...note,
    operator: { id: member, username },
    site: call.site.id,
    action: route.name,
    right: route.right as string,
    ip: call.ip,
    requestId: call.requestId,
  };
}

async function writeRefusal(context: AppContext, route: Route, call: Call, refusal: Refusal): Promise<void> {
  const line = { ...lineOf(route, call, { target: targetOf(call.body) }), refusal: refusal.code };
  await context.services.use(operatorDesk).write(line);
}

/** Of what was refused no handler says whom it was about: the id that was named, if one was. */
function targetOf(body: unknown): string {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === 'number' || typeof id === 'string' ? `id:${String(id).slice(0, 40)}` : '';
}
