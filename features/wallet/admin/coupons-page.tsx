// Coupons on the desk: what was given and used, what the purse still holds, and the form that makes more.
import { call } from '@maru/kit/web/api-client.ts';
import { csvText, downloadCsv } from '@maru/kit/web/csv.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useCan, useDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { FilterBar, SearchBox } from '@maru/kit/web/desk/filter-bar.tsx';
import { ListFilters, type Looks, useListColumns, useListFile } from '@maru/kit/web/desk/list-columns.tsx';
import { PagedList } from '@maru/kit/web/desk/paged-list.tsx';
import { DeskPage, DeskRooms } from '@maru/kit/web/desk/page.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type CouponRow, type CouponState, endCoupon, listCoupons, readCouponCodes } from '../coupon-admin-contract.ts';
import { couponColumns, couponFilters, couponStateWords } from '../coupon-list-contract.ts';
import { CouponForm } from './coupon-form.tsx';
import { couponTexts } from './coupon-texts.ts';

const SIZE = 50;
const tones: Readonly<Record<CouponState, Tone>> = {
  ASKED: 'warn',
  MADE: 'warn',
  AHEAD: 'plain',
  OPEN: 'brand',
  SOLD_OUT: 'plain',
  OVER: 'plain',
  ENDED: 'plain',
};

export function CouponsPage() {
  const t = useText(couponTexts);
  const words = useWords();
  const [filters, setFilters] = useUrlState({ q: '', state: '', page: 0 });
  const [ending, setEnding] = useState<CouponRow>();
  const mayWrite = useCan('coupon.write');
  const query = {
    page: String(filters.page),
    size: String(SIZE),
    ...(filters.q && { q: filters.q }),
    ...(filters.state && { state: filters.state as CouponState }),
  };
  const list = useCall(listCoupons, { query, keepsOld: true });
  const { code: site } = useDeskSite();
  const looks = useMemo(() => looksOf(t, words), [t, words]);
  const plain = useListColumns(couponColumns, looks, shown);
  const columns = mayWrite ? [...plain, actColumn(t, site, setEnding)] : plain;
  const save = useListFile(couponColumns);
  const table = (
    <div>
      <FilterBar>
        <SearchBox value={filters.q} onChange={(q) => setFilters({ q })} placeholder={t('c.search')} />
        <ListFilters filters={couponFilters} values={filters} onChange={setFilters} />
      </FilterBar>
      <PagedList
        query={list}
        rows={(data) => data.content}
        total={(data) => data.totalElements}
        page={filters.page}
        size={SIZE}
        onPage={(page) => setFilters({ page })}
        empty={{ title: t('c.empty'), words: t('c.empty.words') }}
        failing={{ title: t('c.failed') }}
      >
        {(rows) => <DataTable label={t('c.list')} isTall columns={columns} rows={rows} keyOf={(row) => row.couponId} />}
      </PagedList>
    </div>
  );
  return (
    <DeskPage
      title={t('c.title')}
      note={list.data && t('c.funds', fundsOf(list.data.funds))}
      actions={
        <Button
          size={32}
          icon={<Download size={14} />}
          disabled={!list.data?.content.length}
          onClick={() => save(`${site}-coupons.csv`, list.data?.content ?? [])}
        >
          {t('c.csv')}
        </Button>
      }
    >
      {mayWrite ? (
        <DeskRooms columns="minmax(0, 1fr) 360px" className="flex-1 border-b-0">
          {table}
          <CouponForm free={list.data?.funds.free ?? '0'} alone={list.data?.funds.alone ?? '0'} />
        </DeskRooms>
      ) : (
        table
      )}
      {ending && <EndDialog coupon={ending} onClose={() => setEnding(undefined)} />}
    </DeskPage>
  );
}

const fundsOf = ({ free, promised }: { free: string; promised: string }) => ({
  free: figure(free, { decimals: 2 }),
  promised: figure(promised, { decimals: 2 }),
});

function EndDialog({ coupon, onClose }: { coupon: CouponRow; onClose(): void }) {
  const t = useText(couponTexts);
  return (
    <ReasonDialog
      title={t('c.end.title')}
      description={t('c.end.words')}
      confirm={t('c.end')}
      look="danger"
      isOptional
      onConfirm={async (reason) => {
        const { returned } = await call(endCoupon, { body: { couponId: coupon.couponId, ...(reason && { reason }) } });
        toast({ title: t('c.end.done', { amount: figure(returned, { decimals: 2 }) }), kind: 'done' });
        void refetch(listCoupons);
      }}
      onClose={onClose}
    />
  );
}

type Words = (text: { ko: string; en: string }) => string;
type T = Text<typeof couponTexts>;

const rulesText = (t: T, { partners, turnover }: CouponRow) =>
  [partners.join(', '), turnover > 0 && t('c.rules.turnover', { times: turnover })].filter(Boolean).join(' · ') || t('c.rules.none');
const isLive = ({ state }: CouponRow) => state !== 'ENDED' && state !== 'MADE';

const shown = ['name', 'state', 'code', 'point', 'used', 'wallet', 'until'];

const looksOf = (t: T, words: Words): Looks<CouponRow> => ({
  name: (row) => <b className="block min-w-24 font-semibold">{words(row.name)}</b>,
  state: ({ state }) => <Badge tone={tones[state]}>{words(couponStateWords[state])}</Badge>,
  code: (row) => <Two first={row.promoCode} second={row.count > 1 && t('c.col.more', { count: row.count - 1 })} />,
  point: (row) => <Figure value={row.point} decimals={2} unit="USDT" />,
  used: (row) => `${figure(String(row.used))} / ${figure(String(row.quota))}`,
  wallet: (row) => <Two first={row.walletType ?? t('c.col.anyWallet')} second={rulesText(t, row)} />,
  until: { isFigure: false, cell: (row) => <Two first={<TableTime at={row.expiresAt} />} second={row.createdBy || '–'} /> },
});

const actColumn = (t: T, site: string, end: (row: CouponRow) => void): DeskColumn<CouponRow> => ({
  key: 'do',
  head: '',
  isAtHand: true,
  isFigure: true,
  cell: (row) => (
    <span className="flex justify-end gap-3 whitespace-nowrap text-12 font-semibold">
      {row.count > 1 && (
        <button type="button" className="touch hover:text-brand" onClick={() => void saveCodes(t, site, row)}>
          {t('c.codes')}
        </button>
      )}
      {isLive(row) && (
        <button type="button" className="hover:text-danger" onClick={() => end(row)}>
          {t('c.end')}
        </button>
      )}
    </span>
  ),
});

/** One over the other: what a row of this height holds. */
function Two({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="flex max-w-44 flex-col leading-tight">
      <span className="whitespace-nowrap">{first}</span>
      <span className="truncate text-12 text-mute">{second}</span>
    </span>
  );
}

async function saveCodes(t: T, site: string, { couponId, promoCode }: CouponRow): Promise<void> {
  try {
    const codes = await call(readCouponCodes, { query: { couponId: String(couponId) } });
    const rows = codes.map((one) => [one.promoCode, String(one.used), String(one.quota)]);
    downloadCsv(`${site}-coupon-${promoCode}.csv`, csvText([t('c.col.code'), t('c.col.used'), t('c.form.quota')], rows));
  } catch (thrown) {
    toast({ title: t('c.csv.failed'), line: messageOf(thrown), kind: 'warn', stay: 'notice' });
  }
}
