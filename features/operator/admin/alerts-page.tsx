// 경보: what stands now and what to do about it, what ended lately, whom alerts are told to, and how the backups went.
import { call } from '@maru/kit/web/api-client.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { messageOf } from '@maru/kit/web/failure.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { queryClient, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useState } from 'react';
import { acknowledgeAlert, type AlertRow, listAlerts } from '../alert-contract.ts';
import { AlertBackups } from './alert-backups.tsx';
import { AlertTargets } from './alert-targets.tsx';
import { alertTexts } from './alert-texts.ts';

const askEveryMs = 15_000;

export function AlertsPage() {
  const t = useText(alertTexts);
  const query = useCall(listAlerts, { everyMs: askEveryMs, keepsOld: true });
  const count = query.data?.open.length ?? 0;
  return (
    <DeskPage title={t('al.title')} note={count > 0 && t('al.open.count', { count })} line={t('al.words')}>
      <Loaded query={query} title={t('al.failed')} rows={8}>
        {({ open, ended, backups, mayChangeAll }) => (
          <>
            <Open alerts={open} />
            <DeskPanels columns="1fr 1fr">
              <AlertTargets mayChangeAll={mayChangeAll} />
              {backups && <AlertBackups backups={backups} mayChange={mayChangeAll} />}
            </DeskPanels>
            <Ended alerts={ended} />
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

function SeverityBadge({ severity }: Pick<AlertRow, 'severity'>) {
  const t = useText(alertTexts);
  return (
    <Badge tone={severity === 'PAGE' ? 'danger' : 'warn'} className={severity === 'WARN' ? 'bg-surface' : ''}>
      {t(`al.severity.${severity}`)}
    </Badge>
  );
}

function Open({ alerts }: { alerts: readonly AlertRow[] }) {
  const t = useText(alertTexts);
  if (alerts.length === 0)
    return (
      <div className="border-b border-line">
        <EmptyState isLow title={t('al.calm')}>
          {t('al.calm.words')}
        </EmptyState>
      </div>
    );
  return (
    <ul aria-label={t('al.open')} className="border-b border-line">
      {alerts.map((alert) => (
        <OpenAlert key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}

function OpenAlert({ alert }: { alert: AlertRow }) {
  const t = useText(alertTexts);
  const words = useWords();
  const [isBusy, setBusy] = useState(false);
  const { title, todo, severity, isOfSite, beganAt, lastToldAt, timesTold, acknowledgedBy, mayAcknowledge } = alert;
  const acknowledge = async () => {
    setBusy(true);
    try {
      await call(acknowledgeAlert, { body: { id: alert.id } });
      toast({ title: t('al.acknowledged'), kind: 'done' });
      await queryClient.invalidateQueries();
    } catch (thrown) {
      toast({ title: messageOf(thrown), kind: 'danger' });
    }
    setBusy(false);
  };
  return (
    <li
      className={cx(
        'flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0 laptop:px-6',
        acknowledgedBy === null && (severity === 'PAGE' ? 'bg-danger-tint' : 'bg-warn-tint'),
      )}
    >
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-center gap-2">
          <SeverityBadge severity={severity} />
          <b className="text-14 font-semibold [overflow-wrap:anywhere]">{words(title)}</b>
        </p>
        <p className="mt-1 text-13 text-sub">{words(todo)}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-12 text-sub">
          <span>{t(isOfSite ? 'al.site' : 'al.all')}</span>
          <span>{t('al.since', { at: tableMoment(beganAt, false) })}</span>
          <span>{lastToldAt === null ? t('al.untold') : t('al.told', { count: timesTold, at: tableMoment(lastToldAt, false) })}</span>
        </p>
      </div>
      {acknowledgedBy !== null ? (
        <span className="text-12 text-sub">{t('al.seen', { name: acknowledgedBy })}</span>
      ) : (
        mayAcknowledge && (
          <Button size={32} isBusy={isBusy} onClick={() => void acknowledge()}>
            {t('al.acknowledge')}
          </Button>
        )
      )}
    </li>
  );
}

function Ended({ alerts }: { alerts: readonly AlertRow[] }) {
  const t = useText(alertTexts);
  const words = useWords();
  return (
    <section>
      <h2 className="px-4 pt-5 pb-3 text-14 font-bold laptop:px-6">{t('al.ended')}</h2>
      {alerts.length === 0 ? (
        <p className="px-4 pb-5 text-13 text-mute laptop:px-6">{t('al.ended.none')}</p>
      ) : (
        <DataTable label={t('al.ended')} columns={endedColumns(t, words)} rows={alerts} keyOf={({ id }) => id} />
      )}
    </section>
  );
}

const endedColumns = (t: Text<typeof alertTexts>, words: (text: AlertRow['title']) => string): DeskColumn<AlertRow>[] => [
  { key: 'ended', head: t('al.col.ended'), width: '130px', cell: ({ endedAt }) => endedAt && <TableTime at={endedAt} /> },
  {
    key: 'what',
    namesRow: true,
    head: t('al.col.what'),
    cell: ({ severity, title }) => (
      <span className="inline-flex items-center gap-2">
        <SeverityBadge severity={severity} />
        {words(title)}
      </span>
    ),
  },
  { key: 'where', head: t('al.col.where'), cell: ({ isOfSite }) => t(isOfSite ? 'al.site' : 'al.all') },
  { key: 'began', head: t('al.col.began'), cell: ({ beganAt }) => <TableTime at={beganAt} /> },
  { key: 'seen', head: t('al.col.seen'), cell: ({ acknowledgedBy }) => acknowledgedBy ?? <span className="text-mute">–</span> },
];
