// Ready answers of a site: listed, written in both languages, taken away.
import { call } from '@maru/kit/web/api-client.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { declareForm } from '@maru/kit/web/desk/declared-form.ts';
import { DeskForm } from '@maru/kit/web/desk/desk-form.tsx';
import { DetailSide, SplitView } from '@maru/kit/web/desk/detail-side.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { useNewText, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { AskDialog } from '@maru/kit/web/ui/ask-dialog.tsx';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type CannedAnswer, deleteCannedAnswer, listCannedAnswers, saveCannedAnswer } from '../admin-contract.ts';
import { contactDeskTexts } from './desk-texts.ts';

const cannedForm = declareForm({
  route: saveCannedAnswer,
  texts: contactDeskTexts,
  fields: {
    title: { label: 'inq.canned.name' },
    contentKo: { label: 'inq.canned.ko', rows: 6 },
    contentEn: { label: 'inq.canned.en', rows: 6 },
  },
  submit: 'inq.canned.save',
  refetches: [listCannedAnswers],
});

function CannedForm({ answer, onClose }: { answer: CannedAnswer | undefined; onClose(): void }) {
  const t = useText(contactDeskTexts);
  const [isAsking, setAsking] = useState(false);
  return (
    <DetailSide title={t(answer ? 'inq.canned.edit' : 'inq.canned.new')} onClose={onClose}>
      <DeskForm
        of={cannedForm}
        start={answer}
        fixed={answer ? { id: answer.id } : {}}
        onDone={onClose}
        beside={
          answer && (
            <Button look="quiet" className="mr-auto" onClick={() => setAsking(true)}>
              {t('inq.canned.delete')}
            </Button>
          )
        }
      />
      {isAsking && answer && (
        <AskDialog
          title={t('inq.canned.delete.ask', { title: answer.title })}
          description={t('inq.canned.delete.words')}
          cancel={t('inq.cancel')}
          confirm={t('inq.canned.delete')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await call(deleteCannedAnswer, { body: { id: answer.id } });
            await refetch(listCannedAnswers);
            onClose();
          }}
        />
      )}
    </DetailSide>
  );
}

function useColumns(): DeskColumn<CannedAnswer>[] {
  const t = useNewText(contactDeskTexts);
  return useMemo(
    () => [
      { key: 'title', head: t('inq.canned.name'), width: '200px', cell: (row) => <span className="font-semibold">{row.title}</span> },
      { key: 'words', head: t('inq.canned.ko'), cell: (row) => <span className="line-clamp-1 min-w-40 text-sub">{row.contentKo}</span> },
    ],
    [t],
  );
}

export function CannedPage() {
  const t = useText(contactDeskTexts);
  const query = useCall(listCannedAnswers);
  const [open, setOpen] = useState<CannedAnswer | 'new'>();
  const columns = useColumns();
  return (
    <DeskPage
      title={t('inq.canned')}
      actions={
        <>
          <Link to={'/inquiries' as never} className={buttonClass('line', 32)}>
            {t('inq.back')}
          </Link>
          <IfCan right="contact.write">
            <Button look="brand" size={32} onClick={() => setOpen('new')}>
              {t('inq.canned.new')}
            </Button>
          </IfCan>
        </>
      }
    >
      <SplitView
        list={
          <Loaded query={query} title={t('inq.canned.failed')}>
            {(rows) =>
              rows.length === 0 ? (
                <EmptyState title={t('inq.canned.empty')}>{t('inq.canned.empty.words')}</EmptyState>
              ) : (
                <DataTable<CannedAnswer> label={t('inq.canned')} columns={columns} rows={rows} keyOf={(row) => row.id} onOpen={setOpen} />
              )
            }
          </Loaded>
        }
        side={
          open !== undefined && (
            <CannedForm key={open === 'new' ? 0 : open.id} answer={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
          )
        }
      />
    </DeskPage>
  );
}
