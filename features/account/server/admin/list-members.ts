// The list of members and its export: what leaves the house in bulk has a right, a reason, a limit and a line in the log.
import { listCsv } from '@maru/kit/contract/list.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { EXPORT_ROWS, exportMembers, listMembers } from '../../admin-contract.ts';
import { memberColumns } from '../../member-list-contract.ts';
import { timeIn } from '@maru/kit/contract/calendar.ts';
import { ALONE_A_DAY, takeAlone } from './export-share.ts';
import { countMembers, cursorOf, findMembers, memberSource, presentMember } from './find-members.ts';
import { noteLooks } from './looks.ts';
import { countPersonalSearch, searchWords } from './personal-search.ts';

const PAGE = 50;
const MOST = 200;

export const listMembersHandler = handleOperator(listMembers, async (context, call, audit) => {
  const { site, query } = call;
  await countPersonalSearch(context, call, query.q, audit);
  const { sort = 'joined', isUp, cursor, size = PAGE, ...filters } = query;
  const limit = Math.min(size, MOST);
  const source = await memberSource(context, site.id, filters);
  const [rows, total] = await Promise.all([
    findMembers(context, source, { sort, isUp: isUp !== undefined, cursor, limit: limit + 1 }),
    countMembers(context, source),
  ]);
  const content = rows.slice(0, limit);
  await noteLooks(
    context,
    call,
    content.map(({ id }) => id),
  );
  return { data: { content: content.map(presentMember), next: rows.length > limit ? cursorOf(content[limit - 1]) : null, total } };
});

export const exportMembersHandler = handleOperator(exportMembers, async (context, call, audit) => {
  const { site, body, session } = call;
  const { reason, ...filters } = body;
  await countPersonalSearch(context, call, filters.q, audit);
  const operator = (session as Session).member;
  const source = await memberSource(context, site.id, filters);
  const rows = await findMembers(context, source, { sort: 'joined', isUp: false, limit: EXPORT_ROWS + 1 });
  if (rows.length > EXPORT_ROWS) throw new Refusal('EXPORT_LIMIT', { limit: EXPORT_ROWS });
  await inTransaction(context.pool, async (client) => {
    if (!(await takeAlone(context, client, { site: site.id, operator }, rows.length)))
      throw new Refusal('EXPORT_SPENT', { limit: ALONE_A_DAY });
    await audit(
      { target: `members:${rows.length}`, after: { rows: rows.length, filters: { ...filters, q: searchWords(filters.q) } }, reason },
      client,
    );
  });
  context.log.warn({ site: site.id, operator, rows: rows.length }, 'members were exported');
  const csv = listCsv(memberColumns, rows.map(presentMember), {
    say: ({ ko }) => ko,
    moment: (at) => timeIn(site.timeZone, new Date(at)),
  });
  return { data: { name: `${site.code}-members.csv`, csv, rows: rows.length } };
});
