// 발송 시험: one's own address, a code that goes out by the site's sender, and the code that came.
import { call } from '@maru/kit/web/api-client.ts';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, DeskPanel, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { type FormEvent, useState } from 'react';
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
  const [to, setTo] = useState('');
  const [code, setCode] = useState('');
  const [wasSent, setSent] = useState(false);
  const [wrong, setWrong] = useState<{ field: string; words: string }>();
  const [isBusy, setBusy] = useState(false);
  const submit = (work: () => Promise<unknown>) => async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setWrong(undefined);
    try {
      await work();
    } catch (thrown) {
      setWrong({ field: (thrown instanceof Failure && thrown.field) || 'recipient', words: messageOf(thrown) });
    }
    setBusy(false);
  };
  const send = submit(async () => {
    await call(testSender, { body: { kind, recipient: to, language } });
    setSent(true);
    toast({ title: t('sender.sent'), stay: 'notice' });
  });
  const confirm = submit(async () => {
    await call(confirmSender, { body: { kind, code } });
    setSent(false);
    setCode('');
    toast({ title: t('sender.done'), stay: 'notice' });
    await refetch(listSenderTests);
  });
  const says = testedAt === null ? t('sender.untested') : t('sender.tested', { at: tableMoment(testedAt, false) });
  return (
    <DeskPanel
      title={t(`sender.${kind}`)}
      aside={<Badge tone={testedAt === null ? 'warn' : 'good'}>{canCarry || testedAt !== null ? says : t('sender.none')}</Badge>}
    >
      <form onSubmit={(event) => void send(event)} autoComplete="off" className="max-w-[420px]">
        <TextField
          label={t(`sender.to.${kind}`)}
          inputMode={kind === 'MAIL' ? 'email' : 'tel'}
          maxLength={254}
          disabled={isOff}
          value={to}
          error={wrong !== undefined && wrong.field !== 'code' && wrong.words}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit" isBusy={isBusy && !wasSent} disabled={isOff || to.trim().length < 5}>
          {t('sender.send')}
        </Button>
      </form>
      {wasSent && (
        <form onSubmit={(event) => void confirm(event)} autoComplete="off" className="mt-5 max-w-[420px]">
          <TextField
            label={t('sender.code')}
            inputMode="numeric"
            maxLength={6}
            value={code}
            error={wrong?.field === 'code' && wrong.words}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          />
          <Button type="submit" look="brand" isBusy={isBusy} disabled={code.length !== 6}>
            {t('sender.confirm')}
          </Button>
        </form>
      )}
    </DeskPanel>
  );
}
