// How the backups went: the last good one, the last twenty, and after how many hours without one there is an alert.
import { ageWords, spanWords } from '@maru/kit/web/desk/age.ts';
import { DeskPanel, Facts } from '@maru/kit/web/desk/page.tsx';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { useState } from 'react';
import { type Backups, listAlerts, setBackupHours } from '../alert-contract.ts';
import { alertTexts } from './alert-texts.ts';

const tones: Readonly<Record<Backups['runs'][number]['state'], Tone>> = { RUNNING: 'brand', DONE: 'good', FAILED: 'danger' };

export function AlertBackups({ backups, mayChange }: { backups: Backups; mayChange: boolean }) {
  const t = useText(alertTexts);
  const [isChanging, setChanging] = useState(false);
  const { lastGoodAt, hours, isWatched, runs } = backups;
  return (
    <DeskPanel
      title={t('al.backups')}
      aside={
        mayChange && (
          <Button size={32} onClick={() => setChanging(true)}>
            {t('al.backups.change')}
          </Button>
        )
      }
    >
      <Facts
        items={[
          {
            label: t('al.backups.good'),
            value: lastGoodAt === null ? t('al.backups.never') : t('al.backups.age', { age: ageWords(lastGoodAt) }),
          },
        ]}
      />
      <p className="mt-1 text-12 text-mute">{t(isWatched ? 'al.backups.hours' : 'al.backups.demo', { hours })}</p>
      {runs.length === 0 ? (
        <p className="mt-3 text-13 text-sub">{t('al.backups.none')}</p>
      ) : (
        <ul className="mt-3 max-h-80 overflow-y-auto">
          {runs.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ul>
      )}
      {isChanging && <HoursDialog hours={hours} onClose={() => setChanging(false)} />}
    </DeskPanel>
  );
}

function Run({ run: { state, beganAt, endedAt, bytes, directory, fault } }: { run: Backups['runs'][number] }) {
  const t = useText(alertTexts);
  const took = endedAt === null ? undefined : spanWords(Date.parse(endedAt) - Date.parse(beganAt));
  return (
    <li className="border-b border-line py-2 text-13 last:border-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[state]}>{t(`al.run.${state}`)}</Badge>
        <span>{tableMoment(beganAt, false)}</span>
        <span className="ml-auto text-sub">
          {bytes !== null && `${figure((bytes / 1e6).toFixed(1))} MB`}
          {bytes !== null && took !== undefined && ' · '}
          {took !== undefined && t('al.run.took', { span: took })}
        </span>
      </p>
      <p className="mt-0.5 text-12 text-mute [overflow-wrap:anywhere]">{directory}</p>
      {fault !== null && <p className="mt-0.5 text-12 text-danger [overflow-wrap:anywhere]">{fault}</p>}
    </li>
  );
}

const isHours = (typed: string) => /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 720;

function HoursDialog({ hours: standing, onClose }: { hours: number; onClose(): void }) {
  const t = useText(alertTexts);
  const form = useCallForm({
    route: setBackupHours,
    start: { hours: String(standing), reason: '' },
    labels: { hours: t('al.backups.field') },
    otherwise: 'reason',
    body: ({ hours, reason }) => ({ hours: Number(hours), reason: reason.trim() }),
    onDone: () => refetch(listAlerts).then(onClose),
  });
  return (
    <ReasonForm
      form={form}
      title={t('al.backups.change.title')}
      confirm={t('al.backups.save')}
      blocked={isHours(form.values.hours) ? undefined : t('al.backups.range')}
      onClose={onClose}
    >
      <TextField {...form.text('hours', (typed) => typed.replace(/\D/g, ''))} inputMode="numeric" maxLength={3} />
    </ReasonForm>
  );
}
