// The form of a ready answer: its name, its words in both languages, and taking it away.
import { call } from '@maru/kit/web/api-client.ts';
import { declareForm } from '@maru/kit/web/desk/declared-form.ts';
import { DeskForm } from '@maru/kit/web/desk/desk-form.tsx';
import { DetailSide } from '@maru/kit/web/desk/detail-side.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { AskDialog } from '@maru/kit/web/ui/ask-dialog.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useState } from 'react';
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

export function CannedForm({ answer, onClose }: { answer: CannedAnswer | undefined; onClose(): void }) {
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
