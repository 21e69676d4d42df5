// Alerts of the installation and of its sites: what stands and stood, whom they are told to, and how the backups went.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { alertKinds, alertSeverities } from './admin-contract.ts';

const words = z.object({ ko: z.string(), en: z.string() });
const reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(500));
const rowId = z.number().check(z.int(), z.gte(1));

export const alertRow = z.object({
  id: z.number(),
  /** Of the chosen site; false: of the installation. */
  isOfSite: z.boolean(),
  kind: z.enum(alertKinds),
  severity: z.enum(alertSeverities),
  title: words,
  /** What to do. */
  todo: words,
  beganAt: isoTime,
  /** null: it stands. */
  endedAt: z.nullable(isoTime),
  /** null: nobody was to be told. */
  lastToldAt: z.nullable(isoTime),
  timesTold: z.number(),
  acknowledgedBy: z.nullable(z.string()),
  acknowledgedAt: z.nullable(isoTime),
  mayAcknowledge: z.boolean(),
});
export type AlertRow = z.output<typeof alertRow>;

export const backupStates = ['RUNNING', 'DONE', 'FAILED'] as const;
const backups = z.object({
  lastGoodAt: z.nullable(isoTime),
  /** Without a good one for so long it is an alert; `isWatched`: in production. */
  hours: z.number(),
  isWatched: z.boolean(),
  runs: z.array(
    z.object({
      id: z.number(),
      state: z.enum(backupStates),
      beganAt: isoTime,
      endedAt: z.nullable(isoTime),
      bytes: z.nullable(z.number()),
      directory: z.string(),
      fault: z.nullable(z.string()),
    }),
  ),
});
export type Backups = z.output<typeof backups>;

export const listAlerts = defineRoute({
  name: 'listAlerts',
  method: 'GET',
  path: '/api/admin/alerts',
  roles: operators,
  right: 'alert.read',
  summary: { ko: '경보', en: 'What stands at this site and in the installation, and what ended lately' },
  reply: z.object({
    open: z.array(alertRow),
    /** Newest first, at most 100. */
    ended: z.array(alertRow),
    /** null: for those alone who hold the right at all sites. */
    backups: z.nullable(backups),
    /** The caller may change what is the installation's. */
    mayChangeAll: z.boolean(),
  }),
});

/** Its end is still told; until then it is not repeated, unless it gets worse. */
export const acknowledgeAlert = defineRoute({
  name: 'acknowledgeAlert',
  method: 'POST',
  path: '/api/admin/alerts/acknowledge',
  roles: operators,
  right: 'alert.acknowledge',
  summary: { ko: '경보 확인', en: 'Say that one has seen to it: it is not repeated any more' },
  body: z.object({ id: rowId }),
  reply: alertRow,
  codes: ['NOT_FOUND', 'ALERT_ENDED'],
});

export const targetKinds = ['MAIL', 'WEBHOOK'] as const;
export type TargetKind = (typeof targetKinds)[number];

export const alertTarget = z.object({
  id: z.number(),
  isOfSite: z.boolean(),
  kind: z.enum(targetKinds),
  name: z.string(),
  /** The mail address; of a webhook its host alone: such addresses are secrets. */
  shown: z.string(),
  language: z.enum(['ko', 'en']),
  least: z.enum(alertSeverities),
  byName: z.string(),
  createdAt: isoTime,
  /** null: nothing has arrived yet. */
  lastOkAt: z.nullable(isoTime),
  /** null: the last try arrived, or there was none. */
  failingSince: z.nullable(isoTime),
  fault: z.nullable(z.string()),
  mayChange: z.boolean(),
});
export type AlertTarget = z.output<typeof alertTarget>;

export const listAlertTargets = defineRoute({
  name: 'listAlertTargets',
  method: 'GET',
  path: '/api/admin/alerts/targets',
  roles: operators,
  right: 'alert.read',
  summary: { ko: '경보를 받는 곳', en: 'Whom alerts are told to, and whether they arrive; secrets are never shown' },
  reply: z.array(alertTarget),
});

export const addAlertTarget = defineRoute({
  name: 'addAlertTarget',
  method: 'POST',
  path: '/api/admin/alerts/targets/add',
  roles: operators,
  right: 'alert.write',
  summary: { ko: '경보 받을 곳 더하기', en: 'Have alerts told to an address; what a webhook signs with is answered this once' },
  body: z.object({
    /** False: alerts of all sites and of the installation; wants the right at all sites. */
    isOfSite: z.boolean(),
    kind: z.enum(targetKinds),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    /** A mail address, or an https address. */
    address: z.string().check(z.trim(), z.minLength(5), z.maxLength(1000)),
    language: z.enum(['ko', 'en']),
    /** WARN: everything. */
    least: z.enum(alertSeverities),
    reason,
  }),
  reply: z.object({
    target: alertTarget,
    /** `whsec_…`, as Standard Webhooks writes it. */
    secret: z.nullable(z.string()),
  }),
  codes: ['ALERT_ADDRESS', 'ALERT_TARGETS'],
});

export const removeAlertTarget = defineRoute({
  name: 'removeAlertTarget',
  method: 'POST',
  path: '/api/admin/alerts/targets/remove',
  roles: operators,
  right: 'alert.write',
  summary: { ko: '경보 받을 곳 지우기', en: 'Tell nothing to it any more' },
  body: z.object({ id: rowId, reason }),
  reply: z.object({ done: z.literal(true) }),
  codes: ['NOT_FOUND'],
});

/** What came of it is the answer: it was tried while the caller waited. */
export const testAlertTarget = defineRoute({
  name: 'testAlertTarget',
  method: 'POST',
  path: '/api/admin/alerts/targets/test',
  roles: operators,
  right: 'alert.write',
  summary: { ko: '경보 시험', en: 'Send a test now and say whether it arrived' },
  body: z.object({ id: rowId }),
  reply: z.object({ hasArrived: z.boolean(), fault: z.nullable(z.string()), tookMs: z.number() }),
  codes: ['NOT_FOUND', 'ALERT_TEST_TOO_OFTEN'],
});

export const setBackupHours = defineRoute({
  name: 'setBackupHours',
  method: 'POST',
  path: '/api/admin/alerts/backup_hours',
  roles: operators,
  right: 'alert.write',
  everywhere: true,
  summary: { ko: '백업 경보 시간', en: 'After how many hours without a good backup there is an alert; wants the right at all sites' },
  body: z.object({ hours: z.number().check(z.int(), z.gte(1), z.lte(720)), reason }),
  reply: z.object({ hours: z.number() }),
});
