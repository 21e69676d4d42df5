// Coupons on the desk: what was given and used, what the purse still holds, and the form that makes more.
import { call } from '@maru/kit/web/api-client.ts';
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { deskSiteCode } from '@maru/kit/web/desk/desk-site.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { useMemo } from 'react';
import { createCoupon, endCoupon, listCoupons, readCouponCodes } from '../coupon-admin-contract.ts';
import { couponColumns, couponFilters } from '../coupon-list-contract.ts';
import { FormBeside, looksOf, saveCodes } from './coupon-cells.tsx';
import { couponTexts } from './coupon-texts.ts';

const usdt = (value: string) => figure(value, { decimals: 2 });

export const CouponsPage = defineDeskPage({
  texts: couponTexts,
  title: 'c.title',
  note: (t, { funds: { free, promised } }) => t('c.funds', { free: usdt(free), promised: usdt(promised) }),
  list: {
    route: listCoupons,
    columns: couponColumns,
    filters: couponFilters,
    useLooks: (t) => useMemo(() => looksOf(t), [t]),
    shown: ['name', 'state', 'code', 'point', 'used', 'wallet', 'until'],
    paging: 'pages',
    keyOf: ({ couponId }) => couponId,
    label: 'c.list',
    isTall: true,
    empty: ['c.empty', 'c.empty.words'],
    failed: ['c.failed'],
  },
  acts: [
    { key: 'codes', label: 'c.codes', may: readCouponCodes, when: ({ count }) => count > 1, does: (row) => saveCodes(row, deskSiteCode()) },
    {
      key: 'end',
      label: 'c.end',
      may: endCoupon,
      when: ({ state }) => state !== 'ENDED' && state !== 'MADE',
      look: 'danger',
      ask: {
        title: 'c.end.title',
        words: 'c.end.words',
        confirm: 'c.end',
        isOptional: true,
        call: async ({ couponId }, reason, t) => {
          const { returned } = await call(endCoupon, { body: { couponId, ...(reason && { reason }) } });
          toast({ title: t('c.end.done', { amount: usdt(returned) }), kind: 'done' });
          void refetch(listCoupons);
        },
      },
    },
  ],
  file: { name: 'coupons', label: 'c.csv' },
  beside: { columns: 'minmax(0, 1fr) 360px', may: createCoupon, Form: FormBeside },
});
