// Banks on the desk: the list of all sites, and which of them this site offers its members.
import { call } from '@maru/kit/web/api-client.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { useState } from 'react';
import { type DeskBank, listDeskBanks, offerBank, saveBank } from '../bank-contract.ts';
import { bankTexts } from './bank-texts.ts';

type Asked = { what: 'save'; of?: DeskBank; place: number } | { what: 'offer'; of: DeskBank };
type T = Text<typeof bankTexts>;

export function BanksPage() {
  const t = useText(bankTexts);
  const query = useCall(listDeskBanks, { keepsOld: true });
  const mayOffer = useMay(offerBank);
  const maySave = useMay(saveBank);
  const [asked, setAsked] = useState<Asked>();
  const columns = columnsOf(t, { mayOffer, maySave }, setAsked);
  const close = () => setAsked(undefined);
  const last = query.data?.at(-1)?.place ?? 0;
  return (
    <DeskPage
      title={t('bk.title')}
      line={t('bk.words')}
      actions={
        maySave && (
          <Button look="brand" size={32} onClick={() => setAsked({ what: 'save', place: last + 1 })}>
            {t('bk.new')}
          </Button>
        )
      }
    >
      <Loaded query={query} title={t('bk.failed')} rows={12}>
        {(banks) => <DataTable label={t('bk.title')} columns={columns} rows={banks} keyOf={({ id }) => id} />}
      </Loaded>
      {asked?.what === 'save' && <SaveDialog {...(asked.of && { of: asked.of })} place={asked.place} onClose={close} />}
      {asked?.what === 'offer' && <OfferDialog of={asked.of} onClose={close} />}
    </DeskPage>
  );
}

const columnsOf = (
  t: T,
  { mayOffer, maySave }: { mayOffer: boolean; maySave: boolean },
  ask: (asked: Asked) => void,
): DeskColumn<DeskBank>[] => [
  { key: 'place', head: t('bk.place'), isFigure: true, width: '80px', cell: ({ place }) => place },
  { key: 'code', head: t('bk.code'), width: '90px', cell: ({ code }) => <span className="tabular-nums">{code}</span> },
  { key: 'ko', namesRow: true, head: t('bk.name.ko'), cell: ({ nameKo }) => <b className="font-semibold whitespace-nowrap">{nameKo}</b> },
  { key: 'en', head: t('bk.name.en'), cell: ({ nameEn }) => <span className="whitespace-nowrap text-sub">{nameEn}</span> },
  {
    key: 'state',
    head: t('bk.state'),
    cell: ({ isOffered }) => <Badge tone={isOffered ? 'good' : 'plain'}>{t(isOffered ? 'bk.offered' : 'bk.hidden')}</Badge>,
  },
  {
    key: 'do',
    head: '',
    isFigure: true,
    width: '140px',
    isAtHand: true,
    cell: (of) => (
      <span className="flex justify-end gap-4 text-12 font-semibold whitespace-nowrap">
        {maySave && (
          <button type="button" className="touch hover:text-brand" onClick={() => ask({ what: 'save', of, place: of.place })}>
            {t('bk.change')}
          </button>
        )}
        {mayOffer && (
          <button type="button" className="touch hover:text-brand" onClick={() => ask({ what: 'offer', of })}>
            {t(of.isOffered ? 'bk.hide' : 'bk.show')}
          </button>
        )}
      </span>
    ),
  },
];

function OfferDialog({ of: { id, nameKo, isOffered }, onClose }: { of: DeskBank; onClose(): void }) {
  const t = useText(bankTexts);
  return (
    <ReasonDialog
      title={t(isOffered ? 'bk.hide.title' : 'bk.show.title', { name: nameKo })}
      description={t(isOffered ? 'bk.hide.words' : 'bk.show.words')}
      confirm={t(isOffered ? 'bk.hide' : 'bk.show')}
      onConfirm={async (reason) => {
        await call(offerBank, { body: { id, isOffered: !isOffered, reason } });
        await refetch(listDeskBanks);
      }}
      onClose={onClose}
    />
  );
}

function SaveDialog({ of, place, onClose }: { of?: DeskBank; place: number; onClose(): void }) {
  const t = useText(bankTexts);
  const [form, setForm] = useState({ code: of?.code ?? '', nameKo: of?.nameKo ?? '', nameEn: of?.nameEn ?? '', place: String(place) });
  const isGood = /^\d{3}$/.test(form.code) && form.nameKo.trim() !== '' && form.nameEn.trim() !== '' && /^[1-9]\d{0,2}$/.test(form.place);
  const fields = [
    ['code', 'bk.code', 3],
    ['place', 'bk.place', 3],
    ['nameKo', 'bk.name.ko', 40],
    ['nameEn', 'bk.name.en', 40],
  ] as const;
  return (
    <ReasonDialog
      title={of === undefined ? t('bk.new') : t('bk.change.title', { name: of.nameKo })}
      description={t('bk.save.words')}
      confirm={t('bk.ask')}
      blocked={isGood ? undefined : t('bk.missing')}
      fields={['code', 'nameKo', 'nameEn', 'place']}
      onConfirm={(reason) => {
        const { code, nameKo, nameEn } = form;
        return call(saveBank, { body: { ...(of && { id: of.id }), code, nameKo, nameEn, place: Number(form.place), reason } });
      }}
      onClose={onClose}
    >
      {(wrongAt) => (
        <div className="grid gap-x-3 tablet:grid-cols-2">
          {fields.map(([field, label, most]) => (
            <TextField
              key={field}
              label={t(label)}
              value={form[field]}
              maxLength={most}
              inputMode={most === 3 ? 'numeric' : 'text'}
              disabled={field === 'code' && of !== undefined}
              error={wrongAt(field)}
              onChange={(event) => setForm({ ...form, [field]: event.target.value })}
            />
          ))}
        </div>
      )}
    </ReasonDialog>
  );
}
