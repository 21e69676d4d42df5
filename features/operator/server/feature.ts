// The entry point of operators: their log-in, what they may do where, the audit log, and what other features ask of the desk.
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { createLoginGuard } from '@maru/kit/server/login-guard.ts';
import { operatorDesk } from '@maru/kit/server/operator-desk.ts';
import { approvals, deskEnrol, deskLogin, deskSecondStep, deskSetup, deskTopic, getDeskWaiting, operatorNames } from '../contract.ts';
import { accountsOfPerson, linesOf, operatorsByMarks, sharesPlace, siteDesk } from '../admin-contract.ts';
import { operatorErrors } from '../errors.ts';
import { alertRoutes } from './alerts/alert-routes.ts';
import { openAlerts } from './alerts/open-alerts.ts';
import { targetRoutes } from './alerts/target-routes.ts';
import { approvalFinder, approvalRoutes, waitingApprovals } from './approval-routes.ts';
import { type ApprovalDesk, createApprovalDesk } from './ask-approval.ts';
import { auditRoutes } from './audit-routes.ts';
import { createAuditLog, readLines } from './audit-log.ts';
import { getDeskSystemHandler } from './dashboard/system.ts';
import { confirmPerson } from './confirm-person.ts';
import { createDeskGateway } from './desk-gateway.ts';
import { ensureDeskSettings } from './desk-settings.ts';
import { enrol, logIn, setUp, takeSecondStep } from './login.ts';
import { operatorMigrations } from './migrations.ts';
import { createOperatorNames } from './operator-names.ts';
import { ensureDemoOperators } from './operator-rows.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { openExports } from './exports/open-exports.ts';
import type { Exporter } from './exports/run-exports.ts';
import { groupRoutes } from './group/group.ts';
import { createSiteDesk } from './leave-site.ts';
import { operatorsBy } from './behind-member.ts';
import { accountsAround, worksFrom } from './one-person.ts';
import { type OwnParts, ownDesk } from './own-desk.ts';
import { peopleRoutes } from './people.ts';
import { ensurePresetRoles } from './preset-roles.ts';
import { roleRoutes } from './roles.ts';
import { startSweeps } from './sweeps.ts';
import { createTraces } from './traces.ts';
import { createDeskBoard, type DeskBoard } from './waiting.ts';
import { operatorWiring } from './wiring.ts';

export function createOperatorFeature(): ServerFeature<typeof operatorWiring> {
  let opened: OwnParts | undefined;
  let board: DeskBoard | undefined;
  let asking: ApprovalDesk | undefined;
  let exporter: Exporter | undefined;
  const parts = () => opened as OwnParts;
  return {
    name: 'operator',
    wiring: operatorWiring,
    errors: operatorErrors,
    migrations: operatorMigrations,
    routes: [
      handle(deskLogin, (_context, call) => logIn(parts(), call)),
      handle(deskSecondStep, (_context, call) => takeSecondStep(parts(), call)),
      handle(deskEnrol, (_context, call) => enrol(parts(), call)),
      handle(deskSetup, (_context, call) => setUp(parts(), call)),
      handle(getDeskWaiting, (context, call) => (board as DeskBoard).list(context, call)),
      ...ownDesk(parts),
      ...groupRoutes(() => board as DeskBoard),
      ...exportRoutes(() => exporter as Exporter),
      getDeskSystemHandler,
      ...alertRoutes,
      ...targetRoutes,
      ...peopleRoutes(() => parts().gateway),
      confirmPerson,
      ...roleRoutes(() => parts().gateway),
      ...auditRoutes(parts),
      ...approvalRoutes(() => ({ approvals: asking as ApprovalDesk, board: board as DeskBoard })),
    ],
    topics: [
      {
        topic: deskTopic,
        accepts({ sites }, _site, { siteCode }, session) {
          const site = sites.byCode(siteCode);
          return site !== undefined && session !== undefined && parts().gateway.mayHear(session, site.id);
        },
      },
    ],
    async start(context) {
      const { pool, clock, services, config } = context;
      const log = createAuditLog(pool, clock);
      board = createDeskBoard(context);
      const traces = createTraces(context);
      const gateway = createDeskGateway(context, log, board, traces);
      opened = { context, log, gateway, traces, guard: createLoginGuard(context, 'operator', config.loginRate) };
      services.provide(operatorDesk, gateway);
      exporter = openExports(context, log, board, gateway);
      asking = createApprovalDesk(context, log, board, gateway.addRight);
      services.provide(approvals, asking);
      services.provide(siteDesk, createSiteDesk(context, gateway));
      services.provide(accountsOfPerson, accountsAround(context));
      services.provide(operatorsByMarks, operatorsBy(context));
      services.provide(sharesPlace, worksFrom(context));
      services.provide(linesOf, readLines);
      services.provide(operatorNames, createOperatorNames(pool));
      board.register(waitingApprovals(context));
      board.registerFinder(approvalFinder(context));
      await ensureDeskSettings(pool);
      await ensurePresetRoles(pool);
      if (config.demo) await ensureDemoOperators(context);
      asking.finisher.keepFinishing();
      const stopSweeps = startSweeps(context, gateway);
      openAlerts(context, board);
      return async () => {
        await stopSweeps();
      };
    },
  };
}
