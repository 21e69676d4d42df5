// The audit log as operators read it: what was done or refused, by whom, to whom, with before and after; its chain; its export.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { idText, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

export const auditEntry = z.object({
  seq: z.number(),
  at: isoTime,
  /** Null: nobody who is known. Without an id: a command on the machine itself (`host`). */
  operator: z.nullable(z.object({ id: z.nullable(z.number()), username: z.string() })),
  /** Null: of the installation (log-ins, roles). */
  site: z.nullable(z.string()),
  action: z.string(),
  /** What the call is called, where it still exists. */
  actionName: z.nullable(z.object({ ko: z.string(), en: z.string() })),
  right: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  /** Null = done; else the code it was refused with. */
  refusal: z.nullable(z.string()),
  ip: z.string(),
  requestId: z.string(),
  /** Hexadecimal. */
  hash: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const word = z.string().check(z.maxLength(80));
const filter = {
  operatorId: z.optional(idText),
  /** A username as it stood then; `host` is a command on the machine itself. */
  operator: z.optional(word),
  /** An address, or the beginning of one up to a dot or colon: `203.0.113.`. */
  ip: z.optional(z.string().check(z.regex(/^[0-9a-fA-F.:]{2,45}$/))),
  action: z.optional(word),
  /** As it stands: `member:17`. */
  target: z.optional(word),
  /** true: refused ones alone. */
  refused: z.optional(z.enum(['true', 'false'])),
  startDate: pageQuery.startDate,
  endDate: pageQuery.endDate,
};

/** Of this site; the installation's own lines beside them for whoever reads the log of all sites. Newest first. */
export const listAudit = defineRoute({
  name: 'listAudit',
  method: 'GET',
  path: '/api/admin/audit/list',
  roles: operators,
  right: 'audit.read',
  summary: { ko: '감사 기록', en: 'The audit log' },
  query: z.object({ ...filter, page: pageQuery.page, size: pageQuery.size }),
  reply: pageOf(auditEntry),
});

export const auditCheck = z.object({
  isWhole: z.boolean(),
  rows: z.number(),
  checkedAt: isoTime,
  /** The first line that is not what was written, and why. */
  broken: z.nullable(z.object({ seq: z.number(), why: z.enum(['CHANGED', 'GAP', 'FORK', 'CUT']) })),
  /** Hash of the last line: whoever notes it elsewhere can prove later that none before it changed. */
  head: z.nullable(z.object({ seq: z.number(), hash: z.string() })),
});
export type AuditCheck = z.output<typeof auditCheck>;

export const checkAudit = defineRoute({
  name: 'checkAudit',
  method: 'GET',
  path: '/api/admin/audit/check',
  roles: operators,
  right: 'audit.read',
  summary: { ko: '감사 기록 검증', en: 'Compute the whole chain anew' },
  reply: auditCheck,
});

export const exportAudit = defineRoute({
  name: 'exportAudit',
  method: 'GET',
  path: '/api/admin/audit/export',
  roles: operators,
  right: 'audit.export',
  summary: { ko: '감사 기록 내보내기', en: 'The lines as CSV; why, and how many, is written down' },
  query: z.object({ ...filter, reason: z.string().check(z.trim(), z.minLength(2), z.maxLength(500)) }),
  download: true,
  reply: z.unknown(),
  codes: ['AUDIT_EXPORT_LIMIT', 'AUDIT_EXPORT_LARGE'],
});
