// The back office's pages as rows: address, right, place in the menu and what stands there. A feature adds its rows here.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { ClipboardCheck, ListChecks, type LucideIcon, MessageSquareText, Palette, Scale, UserCog } from 'lucide-react';
import type { ReactNode } from 'react';
import { Opening } from './pages/opening.tsx';

export type NavGroup = 'waiting' | 'work' | 'site' | 'office';

export interface DeskPageRow {
  /** Under /admin. */
  path: string;
  title: { ko: string; en: string };
  /** Seen by those who hold it at the chosen site; everyone when absent. */
  right?: string;
  /** Its place in the menu; pages without are reached from others. */
  nav?: { group: NavGroup | 'top'; icon: LucideIcon };
  /** The queue whose length stands beside it in the menu. */
  waits?: string;
  page(): ReactNode;
}

const waiting = <Opening />;
const area = (load: Parameters<typeof lazyArea<object>>[0]) => {
  const Area = lazyArea(load, { waiting });
  return () => <Area />;
};

export const pageTable: readonly DeskPageRow[] = [
  {
    path: '/approvals',
    title: { ko: '승인', en: 'Approvals' },
    right: 'approval.read',
    nav: { group: 'waiting', icon: ClipboardCheck },
    waits: 'approval',
    page: area(() => import('@maru/operator/admin/approvals-page.tsx').then((m) => m.ApprovalsPage)),
  },
  {
    path: '/inquiries',
    title: { ko: '1:1 문의', en: 'Inquiries' },
    right: 'contact.read',
    nav: { group: 'waiting', icon: MessageSquareText },
    waits: 'contact',
    page: area(() => import('@maru/contact/admin/inquiries-page.tsx').then((m) => m.InquiriesPage)),
  },
  {
    path: '/inquiries/canned',
    title: { ko: '준비된 답변', en: 'Ready answers' },
    right: 'contact.read',
    page: area(() => import('@maru/contact/admin/canned-page.tsx').then((m) => m.CannedPage)),
  },
  {
    path: '/brand',
    title: { ko: '브랜드', en: 'Brand' },
    right: 'site.read',
    nav: { group: 'site', icon: Palette },
    page: area(() => import('@maru/site/admin/site-editor-page.tsx').then((m) => m.SiteEditorPage)),
  },
  {
    path: '/documents',
    title: { ko: '약관', en: 'Legal documents' },
    right: 'document.read',
    nav: { group: 'site', icon: Scale },
    page: area(() => import('@maru/site/admin/documents-page.tsx').then((m) => m.DocumentsPage)),
  },
  {
    path: '/staff',
    title: { ko: '직원과 권한', en: 'Staff and rights' },
    right: 'operator.read',
    nav: { group: 'office', icon: UserCog },
    page: area(() => import('@maru/operator/admin/staff-page.tsx').then((m) => m.StaffPage)),
  },
  {
    path: '/audit',
    title: { ko: '감사 기록', en: 'Audit log' },
    right: 'audit.read',
    nav: { group: 'office', icon: ListChecks },
    page: area(() => import('@maru/operator/admin/audit-page.tsx').then((m) => m.AuditPage)),
  },
  {
    path: '/security',
    title: { ko: '내 보안', en: 'My security' },
    page: area(() => import('@maru/operator/admin/security-page.tsx').then((m) => m.SecurityPage)),
  },
];
