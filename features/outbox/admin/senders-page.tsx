// 발송 시험: one's own address, a code that goes out by the site's sender, and the code that came.
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, DeskPanel, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { useState } from 'react';
import { confirmSender, listSenderTests, type SenderState, testSender } from '../sender-contract.ts';
import { senderTexts } from './sender-texts.ts';

export function SendersPage() {
  const t = useText(senderTexts);
  const query = useCall(listSenderTests);
  return (
    <DeskPage title={t('sender.title')} note={t('sender.note')}>
      <Loaded query={query} title={t('sender.failed')} rows={4}>
        {(states) => (
          <DeskPanels columns="1fr 1fr" className="flex-1">
            {states.map((state) => (
              <Sender key={state.kind} state={state} />
            ))}
          </DeskPanels>
        )}
      </Loaded>
    </DeskPage>
  );
}

function Sender({ state: { kind, canCarry, testedAt } }: { state: SenderState }) {
  const t = useText(senderTexts);
  const language = useLanguage();
  const isOff = !useCan('provider.write') || !canCarry;
  const [wasSent, setSent] = useState(false);
  const sending = useCallForm({
    route: testSender,
    start: { recipient: '' },
    labels: { recipient: t(`sender.to.${kind}`) },
    otherwise: 'recipient',
    losesNothing: true,
    body: ({ recipient }) => ({ kind, recipient, language }),
    onDone: () => {
      setSent(true);
      toast({ title: t('sender.sent'), stay: 'notice' });
    },
  });
  const confirming = useCallForm({
    route: confirmSender,
    start: { code: '' },
    labels: { code: t('sender.code') },
    otherwise: 'code',
    losesNothing: true,
    body: ({ code }) => ({ kind, code }),
    onDone: async () => {
      setSent(false);
      confirming.reset();
      toast({ title: t('sender.done'), stay: 'notice' });
      await refetch(listSenderTests);
    },
  });
  const says = testedAt === null ? t('sender.untested') : t('sender.tested', { at: tableMoment(testedAt, false) });
  return (
    <DeskPanel
      title={t(`sender.${kind}`)}
      aside={<Badge tone={testedAt === null ? 'warn' : 'good'}>{canCarry || testedAt !== null ? says : t('sender.none')}</Badge>}
    >
      <form {...sending.form} autoComplete="off" className="max-w-[420px]">
        <TextField {...sending.text('recipient')} inputMode={kind === 'MAIL' ? 'email' : 'tel'} maxLength={254} disabled={isOff} />
        <Button type="submit" isBusy={sending.isBusy} disabled={isOff || sending.values.recipient.trim().length < 5}>
          {t('sender.send')}
        </Button>
      </form>
      {wasSent && (
        <form {...confirming.form} autoComplete="off" className="mt-5 max-w-[420px]">
          <TextField {...confirming.text('code', (typed) => typed.replace(/\D/g, ''))} inputMode="numeric" maxLength={6} />
          <Button type="submit" look="brand" isBusy={confirming.isBusy} disabled={confirming.values.code.length !== 6}>
            {t('sender.confirm')}
          </Button>
        </form>
      )}
    </DeskPanel>
  );
}
