// The entry point of accounts: login, log-out, sign-up, me, and what other features ask of an account.
import type { AppContext } from '@maru/kit/server/context.ts';
import { repeat } from '@maru/kit/server/jobs.ts';
import { entrances } from '@maru/kit/server/restrictions.ts';
import { type BoundRoute, type Call, handle, Refusal, type ServerFeature, type Session } from '@maru/kit/server/feature.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { RateLimit } from '@maru/kit/server/rate-limit.ts';
import { type OutgoingKind, outgoingKinds, mailMark } from '@maru/outbox/contract.ts';
import {
  birthDateOfMember,
  changePassword,
  checkNick,
  checkPhone,
  checkUsername,
  checkWithdrawPassword,
  confirmPassword,
  isSharedAccount,
  listBanks,
  login,
  logout,
  notifyMember,
  provenSecondFactor,
  signUp,
  wantedInApp,
  withdrawalHoldOf,
} from '../contract.ts';
import {
  certificateEmail,
  certificatePhone,
  changeNick,
  changePasswordWithCertificate,
  type CodePurpose,
  codePurposes,
  findId,
  findPassword,
  provePassword,
  verifyEmail,
  verifyPhone,
} from '../certificate-contract.ts';
import { signUpDecided } from '../admin-contract.ts';
import { everyError } from './every-error.ts';
import { endOneLogin, endOtherLogins, getSecurity, listLogins, loginHistory } from '../profile-contract.ts';
import { secondLogin, stepUp } from '../second-factor-contract.ts';
import { refuseWithoutStepUp } from './second-factor.ts';
import { deskRoutes, offerToDesk } from './admin/desk-routes.ts';
import { forgetLooks } from './admin/looks.ts';
import { writeDecision } from './approval-mail.ts';
import { sealOldBankInfo } from './bank-info.ts';
import { askCode, askPasswordCode } from './ask-code.ts';
import { authenticatorRoutes } from './authenticator.ts';
import { forgetCertificates, PROOF_MS, proveCertificate } from './certificates.ts';
import { holdBrands } from './brand-hold.ts';
import { changeMemberNick } from './change-nick.ts';
import { changeMemberPassword } from './change-password.ts';
import { type Confirming, createConfirmPassword } from './confirm-password.ts';
import { ensureDemoMembers, isSharedDemo, notShared } from './demo-members.ts';
import { logOut, followEnded } from './end-sessions.ts';
import { answerNick, answerPhone, answerUsername } from './free-names.ts';
import { findUsernames, setPasswordByCertificate } from './find-account.ts';
import { keepPlayDay, setBrought } from './game-limits.ts';
import { antiPhishingOf, guardingRoutes } from './guarding.ts';
import { limitRoutes, type LimitService, openLimitService } from './limit-routes.ts';
import { logIn } from './login.ts';
import { createLoginCrowd, type LoginCrowd } from './login-crowd.ts';
import { forgetChallenges } from './login-challenge.ts';
import { createLoginGuard, type LoginGuard } from '@maru/kit/server/login-guard.ts';
import { endLoginOf, endOthers, openLogins, securityOf, triesOf } from './login-history.ts';
import { getMeHandler } from './get-me.ts';
import { offeredBanks } from './banks.ts';
import { accountMigrations } from './migrations.ts';
import { niceRoutes } from './nice/nice-routes.ts';
import { type NiceService, openNiceService, standInGateway } from './nice/nice-service.ts';
import { birthDateOf } from './nice/person.ts';
import { forgetLinks } from './new-login.ts';
import { forgetPasskeyChallenges } from './passkey-rows.ts';
import { noticeRoutes, wantingInApp } from './notice-choices.ts';
import { startRiskNotices } from './risk-notices.ts';
import { hashOldMails } from './leaving/left-person.ts';
import { forgetTickets, leaveExcludedRoutes } from './leaving/leave-excluded.ts';
import { leaveRoutes } from './leaving/leave-routes.ts';
import { MemberJobs } from './admin/jobs/run-jobs.ts';
import { LeavingService } from './leaving/leaving-service.ts';
import { ownParts } from './leaving/own-parts.ts';
import { tellMember } from './tell-member.ts';
import { OwnDataService, ownDataRoutes } from './own-data/own-data.ts';
import { passkeyRoutes } from './passkeys.ts';
import { offerProtection } from './member-protection.ts';
import { offerOwnMember } from './own-member.ts';
import { holdOf } from './security-change.ts';
import { type AccountOpener, createAccountOpener } from './open-accounts.ts';
import { forgetOldLogins, forgetSuccessors } from './refresh-tokens.ts';
import { logInBySecondStep, stepUpLogin } from './second-login.ts';
import { signUpMember } from './sign-up.ts';
import { checkTyped, withdrawRoutes } from './withdraw-password.ts';
import { accountWiring } from './wiring.ts';

type ProofCall = Call<undefined, Out<typeof verifyEmail.body>>;

/** Live parts of one server; made at start. */
interface Parts {
  opener: AccountOpener;
  guard: LoginGuard;
  crowd: LoginCrowd;
  confirm: Confirming;
  signUps: RateLimit;
  nameChecks: RateLimit;
  siteNameChecks: RateLimit;
  codes: RateLimit;
  passkeys: RateLimit;
  limits: LimitService;
  nice: NiceService;
  ownData: OwnDataService;
  leaving: LeavingService;
  jobs: MemberJobs;
}

/** Harvesting names: 20 look-ups of each kind a minute and address. */
const NAME_CHECKS = { perSecond: 20 / 60, burst: 20 };
/** And of a whole site, from however many addresses: far more than people who sign up ask. */
const SITE_NAME_CHECKS = { perSecond: 5, burst: 600 };
/** Codes asked for, and tries of them: 60 an hour and address. */
const CODES = { perSecond: 60 / 3600, burst: 60 };
/** Log-ins by passkey that are begun or tried: 60 a minute and address. */
const PASSKEYS = { perSecond: 1, burst: 60 };
const REOPEN_MS = 5000;
/** A log-out or block by another process reaches sockets and tokens here within this. */
const ENDED_MS = 15_000;
const FORGET_MS = 3_600_000;
/** Data of members that left, each kind at its time. */
const SWEEP_MS = 60_000;

export function createAccountFeature(): ServerFeature<typeof accountWiring> {
  let live: Parts | undefined;
  const parts = () => live as Parts;
  return {
    name: 'account',
    wiring: accountWiring,
    errors: everyError,
    migrations: accountMigrations,
    sideGateways: [standInGateway(() => live?.nice.standIn)],
    routes: [
      ...entrances([
        handle(login, (context, call) => logIn(context, parts(), call)),
        handle(secondLogin, (context, call) => logInBySecondStep(context, parts().guard, call)),
        handle(signUp, (context, call) => {
          refuseOver(parts().signUps, call.ip);
          return signUpMember(context, parts(), call);
        }),
      ]),
      handle(logout, async (context, call) => {
        await logOut(context, call.session as Session);
        return { data: { loggedOut: true as const } };
      }),
      getMeHandler,
      ...nameRoutes(parts),
      ...notShared([
        handle(changePassword, (context, call) => changeMemberPassword(context, parts().guard, call)),
        handle(changeNick, (context, call) => changeMemberNick(context, call)),
      ]),
      handle(listLogins, openLogins),
      handle(endOneLogin, endLoginOf),
      handle(endOtherLogins, endOthers),
      handle(loginHistory, triesOf),
      handle(getSecurity, securityOf),
      ...certificateRoutes(parts),
      handle(stepUp, (context, call) => stepUpLogin(context, parts().guard, call)),
      ...protectionRoutes(parts),
    ],
    async start(context) {
      live = await startParts(context);
      offerServices(context, live);
      startRiskNotices(context);
      await sealOldBankInfo(context);
      await hashOldMails(context);
      return keepGoing(context, live, await followEnded(context));
    },
    async openSite(context, site) {
      const { leaving, ownData } = parts();
      if (context.config.demo) await ensureDemoMembers(context, site.id);
      await quietly(context, openIn(context, parts(), site), 'accounts not opened yet');
      if (leaving.isOpen) await quietly(context, ownData.goOn(site.id), 'files under way go on later');
    },
    async allStarted(context) {
      await quietly(context, goOn(context, parts()), 'what was under way goes on later');
    },
  };
}

async function openIn(context: AppContext, { opener }: Parts, site: SiteConfig): Promise<void> {
  await opener.open(site.id);
  await keepPlayDay(context, site);
}

/** All of it asks the other features, so nothing of it begins before they are there. */
async function goOn({ sites }: AppContext, { ownData, leaving, jobs }: Parts): Promise<void> {
  leaving.open();
  for (const { id } of sites.all()) await ownData.goOn(id);
  await leaving.goOn();
  await leaving.sweep();
  await jobs.look();
}

/** What other features ask of accounts. */
function offerServices(context: AppContext, { confirm, ownData, jobs }: Parts): void {
  const { services } = context;
  ownParts(context, ownData);
  holdBrands(context);
  services.provide(confirmPassword, confirm);
  services.provide(isSharedAccount, (site, member) => isSharedDemo(context, site, member));
  services.provide(mailMark, antiPhishingOf);
  services.provide(notifyMember, (site, member, topic, notice) => tellMember(context, site, member, topic, notice));
  services.provide(wantedInApp, (site, members, topic, sql) =>
    wantingInApp({ ...context, pool: sql ?? context.pool }, site, members, topic),
  );
  services.provide(signUpDecided, (sql, site, member, decision, reason) => writeDecision(context, sql, site, member, decision, reason));
  services.provide(birthDateOfMember, (site, member) => birthDateOf(context, site, member));
  services.provide(checkWithdrawPassword, (site, member, typed) => checkTyped(context, site, member, typed));
  services.provide(provenSecondFactor, (who) => refuseWithoutStepUp(context, who));
  services.provide(withdrawalHoldOf, (site, member) => holdOf(context, site, member));
  offerProtection(context);
  offerOwnMember(context);
  offerToDesk(context, jobs);
}

/** What guards a member, and what it decides for itself. */
function protectionRoutes(parts: () => Parts): BoundRoute[] {
  return [
    ...authenticatorRoutes(() => parts().confirm),
    ...guardingRoutes(() => parts().confirm),
    ...passkeyRoutes(
      () => parts().confirm,
      (ip) => refuseOver(parts().passkeys, ip),
    ),
    ...noticeRoutes,
    ...niceRoutes(
      (site) => parts().nice.bureauOf(site),
      (ip) => refuseOver(parts().codes, ip),
    ),
    ...deskRoutes(parts),
    ...withdrawRoutes(() => parts().confirm),
    ...ownDataRoutes(
      () => parts().ownData,
      () => parts().confirm,
    ),
    ...leaveRoutes(
      () => parts().leaving,
      () => parts().confirm,
    ),
    ...leaveExcludedRoutes(
      () => parts().leaving,
      parts,
      (ip) => refuseOver(parts().codes, ip),
    ),
    ...limitRoutes(
      () => parts().limits.watch,
      () => parts().confirm,
    ),
  ];
}

function nameRoutes(parts: () => Parts): BoundRoute[] {
  return [
    handle(checkUsername, (context, call) => {
      refuseHarvest(parts(), call);
      return answerUsername(context, call);
    }),
    handle(checkNick, (context, call) => {
      refuseHarvest(parts(), call, 'nick ');
      return answerNick(context, call);
    }),
    handle(checkPhone, (context, call) => {
      refuseHarvest(parts(), call, 'phone ');
      return answerPhone(context, call);
    }),
    handle(listBanks, async ({ pool }, { site }) => {
      const offered = await offeredBanks(pool, site.id);
      return { data: { content: offered.map(({ id, code, nameKo, nameEn }) => ({ id, code, name: nameKo, nameEn })) } };
    }),
  ];
}

/** Sign-up itself still tells whether a name is taken: it costs a proof of address and number. */
function refuseHarvest({ nameChecks, siteNameChecks }: Parts, { site, ip }: Call, kind = ''): void {
  refuseOver(nameChecks, kind + ip);
  refuseOver(siteNameChecks, String(site.id));
}

function certificateRoutes(parts: () => Parts): BoundRoute[] {
  const prove = (kinds: readonly OutgoingKind[], purposes: readonly CodePurpose[]) => async (context: AppContext, call: ProofCall) => {
    refuseOver(parts().codes, call.ip);
    await proveCertificate(context, call.site.id, kinds, purposes, call.body);
    return { data: { key: call.body.key, verified: true as const, usableFor: PROOF_MS / 1000 } };
  };
  return [
    handle(certificateEmail, (context, call) => {
      refuseOver(parts().codes, call.ip);
      return askCode(context, call, 'MAIL');
    }),
    handle(certificatePhone, (context, call) => {
      refuseOver(parts().codes, call.ip);
      return askCode(context, call, 'SMS');
    }),
    handle(findPassword, (context, call) => {
      refuseOver(parts().codes, call.ip);
      return askPasswordCode(context, call);
    }),
    handle(verifyEmail, prove(['MAIL'], codePurposes)),
    handle(verifyPhone, prove(['SMS'], codePurposes)),
    handle(provePassword, prove(outgoingKinds, ['FIND_PW'])),
    handle(findId, findUsernames),
    handle(changePasswordWithCertificate, (context, call) => setPasswordByCertificate(context, parts().guard, call)),
  ];
}

async function startParts(context: AppContext): Promise<Parts> {
  const { clock, config, shared } = context;
  const guard = createLoginGuard(context, 'account', config.loginRate);
  return {
    opener: createAccountOpener(context),
    guard,
    crowd: createLoginCrowd(clock),
    confirm: createConfirmPassword(context, guard),
    signUps: shared.limit('account.signUps', config.signUpRate),
    nameChecks: shared.limit('account.nameChecks', NAME_CHECKS),
    siteNameChecks: shared.limit('account.siteNameChecks', SITE_NAME_CHECKS),
    codes: shared.limit('account.codes', CODES),
    passkeys: shared.limit('account.passkeys', PASSKEYS),
    limits: await openLimitService(context),
    nice: openNiceService(context),
    ownData: new OwnDataService(context),
    leaving: new LeavingService(context),
    jobs: new MemberJobs(context),
  };
}

function refuseOver(limit: RateLimit, ip: string): void {
  const waitMs = limit.take(ip);
  if (waitMs > 0) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs * 0.001) });
}

async function forgetOld(context: AppContext): Promise<void> {
  await forgetOldLogins(context.pool, context.clock.now(), context.config.leaving.loginDays);
  await forgetSuccessors(context.pool, context.clock.now());
  await forgetCertificates(context);
  await forgetChallenges(context);
  await forgetTickets(context);
  await forgetLinks(context);
  await forgetPasskeyChallenges(context);
  await forgetLooks(context);
}

function quietly({ log }: AppContext, work: Promise<void>, what: string): Promise<void> {
  return work.catch((error: unknown) => log.warn({ err: error }, what));
}

/** Sends unopened accounts until the engine has them all, hears of logins that ended elsewhere, and forgets old ones once an hour. */
function keepGoing(context: AppContext, { opener, nice, ownData, leaving }: Parts, lookForEnded: () => Promise<void>): () => Promise<void> {
  const again = async () => {
    await opener.openWaiting();
    await leaving.goOn();
    await setBrought(context);
  };
  const erase = () => leaving.sweep();
  context.jobs.every({ name: 'account.open', everyMs: REOPEN_MS, fault: 'accounts not opened yet' }, again);
  context.jobs.every({ name: 'account.erase', everyMs: SWEEP_MS, fault: 'data of members that left were not erased' }, erase);
  context.jobs.every({ name: 'account.forget', everyMs: FORGET_MS, fault: 'old logins kept' }, () => forgetOld(context));
  // Each process has sockets of its own.
  const ended = repeat(ENDED_MS, lookForEnded, (error) => context.log.warn({ err: error }, 'ended logins not looked up'));
  return async () => {
    await ended.stop();
    await ownData.stop();
    await nice.standIn?.close();
  };
}
