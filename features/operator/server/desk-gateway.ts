// The answer to the HTTP gateway: may this operator do this at this site; what it is refused is written down.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import {
  DESK_TOKEN,
  type DeskVisit,
  isGrantable,
  type NeededRight,
  type OperatorDesk,
  type SqlWriter,
} from '@maru/kit/server/operator-desk.ts';
import { OWN_RIGHT } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { isAmong } from '@maru/kit/server/address-list.ts';
import type { Desk } from '../contract.ts';
import type { AuditLog } from './audit-log.ts';
import { ASK_ACTION } from './ask-approval.ts';
import { APPLY_ACTION } from './finish-approval.ts';
import { readDeskSettings } from './desk-settings.ts';
import { hostActions } from './from-host.ts';
import { countDeciders } from './approval-viewer.ts';
import { type Grants, grantsOf, holdsNeeded, rightsAt } from './grants.ts';
import { operatorById } from './operator-rows.ts';
import { holds } from './rights.ts';
import { type DeskPerson, findSession, livingSessions, touchSession } from './sessions.ts';
import type { Traces } from './traces.ts';

interface Words {
  ko: string;
  en: string;
}

export interface DeskGateway extends OperatorDesk {
  /** Operators with sockets are told to come again: their rights or sessions changed. */
  endSockets(operator: number): void;
  /** All of them: from where one may come changed. */
  endAllSockets(): Promise<void>;
  /** Somebody has had a socket since the start. */
  hasListeners(): boolean;
  /** A right that no route asks for: who may decide a kind of request. */
  addRight(right: string, what: Words): void;
  /** Every right there is, in order. */
  rights(): readonly string[];
  /** The same with what each opens. */
  calls(): { right: string; calls: Words[] }[];
  /** What a call is called; null when no route of this name is left. */
  actionName(action: string): Words | null;
  /** Those whose name holds these words, in either language, and whatever is called just so. */
  actionsLike(words: string): string[];
}

const actionsLike = (actions: ReadonlyMap<string, Words>, words: string): string[] => {
  const isLike = ([action, { ko, en }]: [string, Words]) =>
    [action, ko, en].some((name) => name.toLowerCase().includes(words.toLowerCase()));
  return [words, ...[...actions].filter(isLike).map(([action]) => action)];
};

export function createDeskGateway(context: AppContext, log: AuditLog, board: Pick<Desk, 'tell'>, traces: Traces): DeskGateway {
  const { pool } = context;
  /** Of sockets, by session: what was granted when they came. */
  const heard = new Map<string, Grants>();
  const known = new Map<string, Words[]>();
  const actions = new Map<string, Words>([
    ...hostActions,
    [ASK_ACTION, { ko: '승인 요청', en: 'Ask for approval' }],
    [APPLY_ACTION, { ko: '승인된 일 반영', en: 'Approved request applied' }],
  ]);
  const addRight = (right: string, what: Words) => void known.set(right, [...(known.get(right) ?? []), what]);

  const refuse = async (visit: DeskVisit, person: DeskPerson, code: string): Promise<never> => {
    await log.write({
      operator: { id: person.id, username: person.username },
      site: visit.site?.id,
      action: visit.route.name,
      right: visit.route.right as string,
      target: '',
      refusal: code,
      ip: visit.ip,
      requestId: visit.requestId,
    });
    throw new Refusal(code);
  };

  return {
    write: (line, client) => log.write(line, client),
    done: (site, targets) => tellMembers(board, site, targets),
    async admit(visit) {
      const person = await personOf(context, visit);
      if (!(await mayComeFrom(pool, person, visit.ip))) return refuse(visit, person, 'DESK_ADDRESS');
      await traces.note(pool, person.id, visit);
      const isOwn = visit.route.right === OWN_RIGHT;
      const grants = await grantsOf(pool, person.id);
      const site = visit.site;
      if (site === undefined) return refuse(visit, person, 'NOT_FOUND');
      const rights = rightsAt(grants, site.id);
      // Where nothing was granted the site does not exist.
      if (!isOwn && rights.length === 0) return refuse(visit, person, 'NOT_FOUND');
      if (!isOwn && !holdsNeeded(grants, site.id, visit.route as NeededRight)) return refuse(visit, person, 'NO_PERMISSION');
      if (!visit.isUnattended) await touchSession(context, pool, person);
      return sessionOf(person, site);
    },
    async recognise(token, ip) {
      const person = await findSession(context, pool, token);
      if (person === undefined || person === 'GONE' || !(await mayComeFrom(pool, person, ip))) return undefined;
      if (heard.size >= 1000) heard.delete(heard.keys().next().value as string);
      heard.set(person.session, await grantsOf(pool, person.id));
      return sessionOf(person, undefined);
    },
    living: (sessions) => livingSessions(context, pool, sessions),
    mayHear(session, site) {
      const grants = heard.get(session.family);
      return grants !== undefined && rightsAt(grants, site).length > 0;
    },
    deciders: (site, needed, sql = pool) => countDeciders(context, sql, site, needed),
    holds: (operator, site, right, sql = pool) => holdsNow(context, sql, operator, site, right),
    know(routes) {
      for (const { name, right, summary } of routes) {
        actions.set(name, summary);
        if (isGrantable(right as string)) addRight(right as string, summary);
      }
    },
    addRight,
    rights: () => [...known.keys()].sort(),
    calls: () => [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([right, calls]) => ({ right, calls })),
    actionName: (action) => actions.get(action) ?? null,
    actionsLike: (words) => actionsLike(actions, words),
    hasListeners: () => heard.size > 0,
    endSockets: (operator) => context.sockets.end(0, operator),
    endAllSockets: () => endAllSockets(context),
  };
}

async function holdsNow(context: AppContext, sql: SqlWriter, operator: number, site: number, right: string): Promise<boolean> {
  if ((await operatorById(context, sql, operator))?.status !== 'ACTIVE') return false;
  return holds(rightsAt(await grantsOf(sql, operator), site), right);
}

async function endAllSockets({ pool, sockets }: AppContext): Promise<void> {
  const { rows } = await pool.query<{ id: number }>('SELECT DISTINCT operator_id AS id FROM operator_session WHERE ended_at IS NULL');
  for (const { id } of rows) sockets.end(0, id);
}

async function mayComeFrom(sql: SqlWriter, person: DeskPerson, ip: string): Promise<boolean> {
  const { addresses } = await readDeskSettings(sql);
  return isAmong(addresses, ip) && isAmong(person.addresses, ip);
}

async function personOf(context: AppContext, { token, site }: DeskVisit): Promise<DeskPerson> {
  if (!token.startsWith(DESK_TOKEN)) {
    const member = site === undefined ? 'TOKEN_INVALID' : context.sessions.verify(token, site.id);
    // A member of the site, and known as one: only the right is missing.
    throw new Refusal(typeof member === 'string' ? member : 'NO_PERMISSION');
  }
  const person = await findSession(context, context.pool, token);
  if (person === undefined) throw new Refusal('TOKEN_INVALID');
  if (person === 'GONE') throw new Refusal('TOKEN_EXPIRED');
  return person;
}

function sessionOf(person: DeskPerson, site: SiteConfig | undefined): Session {
  return { site: site?.id ?? 0, member: person.id, account: -1, username: person.username, role: 'operator', family: person.session };
}

/** Pages that show one of these members ask anew. */
function tellMembers(board: Pick<Desk, 'tell'>, site: number, targets: readonly string[]): void {
  for (const target of targets) {
    const member = /^member:(\d+)$/.exec(target)?.[1];
    if (member !== undefined) board.tell(site, { type: 'CHANGED', kind: 'member', id: Number(member) });
  }
}
