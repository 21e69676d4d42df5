// The operators' routes of accounts, in one list, and what they offer other features.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { BoundRoute } from '@maru/kit/server/feature.ts';
import { memberLooks } from '@maru/kit/server/operator-call.ts';
import { desk } from '@maru/operator/contract.ts';
import { noteMemberAct, partnersAbove, withdrawLimitOf } from '../../admin-contract.ts';
import type { LoginGuard } from '@maru/kit/server/login-guard.ts';
import { bankRoutes, registerBanks } from './bank-desk.ts';
import { actOnMembersHandler } from './bulk-acts.ts';
import { memberExport } from './export-source.ts';
import { memberFinder } from './find-number.ts';
import { jobRoutes } from './jobs/job-routes.ts';
import type { MemberJobs } from './jobs/run-jobs.ts';
import { noteLooks } from './looks.ts';
import { registerManyLifts } from './jobs/start-job.ts';
import { exportMembersHandler, listMembersHandler } from './list-members.ts';
import {
  dailyLimitOf,
  decideSignUpHandler,
  endMemberSessionsHandler,
  holdWithdrawalsHandler,
  messageMemberHandler,
  renameMemberHandler,
  resetLoginLockHandler,
  setMemberStatusHandler,
  setWithdrawLimitHandler,
} from './member-acts.ts';
import { lineOf, readMemberHandler, revealMemberHandler } from './member-file.ts';
import { listMemberLoginsHandler } from './member-logins.ts';
import { memberWatch, startMemberWatch } from './member-watch.ts';
import { addMemberNoteHandler, listMemberNotesHandler, writeNote } from './member-notes.ts';
import { askLiftHoldHandler, askRemoveFactorHandler, askUnlockHandler, registerMemberActs } from './two-person-acts.ts';

export const deskRoutes = (parts: () => { guard: LoginGuard; jobs: MemberJobs }): BoundRoute[] => [
  ...jobRoutes(() => parts().jobs),
  ...bankRoutes,
  listMembersHandler,
  exportMembersHandler,
  readMemberHandler(() => parts().guard),
  revealMemberHandler,
  listMemberLoginsHandler,
  listMemberNotesHandler,
  addMemberNoteHandler,
  setMemberStatusHandler,
  decideSignUpHandler,
  endMemberSessionsHandler,
  resetLoginLockHandler(() => parts().guard),
  renameMemberHandler,
  holdWithdrawalsHandler,
  setWithdrawLimitHandler,
  messageMemberHandler,
  actOnMembersHandler,
  askLiftHoldHandler,
  askRemoveFactorHandler,
  askUnlockHandler,
];

export function offerToDesk(context: AppContext, jobs: MemberJobs): void {
  registerMemberActs(context);
  registerManyLifts(context, jobs);
  registerBanks(context);
  context.services.provide(partnersAbove, async (site, member) => {
    const { rows } = await context.pool.query<{ partner: number | null }>(
      'SELECT partner_id AS partner FROM account_member WHERE site_id = $1 AND id = $2',
      [site, member],
    );
    return (await lineOf(context, site, rows[0]?.partner ?? null)).map(({ id }) => id);
  });
  context.services.provide(memberLooks, (call, members) => noteLooks(context, call, members));
  context.services.provide(withdrawLimitOf, (site, member) => dailyLimitOf(context, site, member));
  context.services.provide(memberWatch, startMemberWatch(context));
  context.services.provide(noteMemberAct, async (call, member, act, text) => {
    const operator = call.session?.member ?? 0;
    await writeNote(context.pool, { site: call.site.id, member, act, text, operator, at: new Date(context.clock.now()) });
  });
  context.services.find(desk)?.registerFinder(memberFinder(context));
  context.services.find(desk)?.registerExport(memberExport(context));
  context.services.find(desk)?.register({
    kind: 'sign-up',
    right: 'member.approve',
    async count(site) {
      const { rows } = await context.pool.query<{ count: number; since: Date | null }>(
        `SELECT count(*)::int AS count, min(created_at) AS since FROM account_member WHERE site_id = $1 AND status = 'WAIT'`,
        [site],
      );
      return rows[0];
    },
  });
}
