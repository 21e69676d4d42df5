// The operator's own security: password, second factor with its recovery codes, open sessions, and what was granted where.
import { call } from '@maru/kit/web/api-client.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, DeskPanel, DeskPanels, Facts } from '@maru/kit/web/desk/page.tsx';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useNewText, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useMemo, useState } from 'react';
import type { z } from 'zod/mini';
import { type deskLoginRow, endDeskSessions, listDeskSessions } from '../contract.ts';
import { PasswordDialog, RecoveryDialog } from './security-dialogs.tsx';
import { securityTexts } from './security-texts.ts';
import { useSelf } from './self.ts';

type SessionRow = z.output<typeof deskLoginRow>;

async function end(id: string | undefined, told: (count: number) => string): Promise<void> {
  try {
    const { count } = await call(endDeskSessions, { body: id === undefined ? {} : { id } });
    toast({ title: told(count), stay: 'notice' });
    await refetch(listDeskSessions);
  } catch (thrown) {
    toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
  }
}

/** `Chrome · Windows` of a browser's long name. */
function deviceOf(userAgent: string): string {
  const browser = /(Edg|OPR|Whale|SamsungBrowser|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1] ?? '–';
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1] ?? '';
  return [browser === 'Edg' ? 'Edge' : browser, system].filter(Boolean).join(' · ');
}

function useSessionColumns(): DeskColumn<SessionRow>[] {
  const t = useNewText(securityTexts);
  return useMemo(
    () => [
      {
        key: 'device',
        head: t('sec.sessions.device'),
        cell: (row) => (
          <span className="inline-flex items-center gap-2 font-semibold" title={row.userAgent}>
            {deviceOf(row.userAgent)}
            {row.isCurrent && <Badge tone="brand">{t('sec.sessions.this')}</Badge>}
          </span>
        ),
      },
      { key: 'ip', head: t('sec.sessions.ip'), cell: (row) => row.ip },
      { key: 'createdAt', head: t('sec.sessions.begun'), cell: (row) => <TableTime at={row.createdAt} />, sort: (row) => row.createdAt },
      { key: 'lastCallAt', head: t('sec.sessions.used'), cell: (row) => <TableTime at={row.lastCallAt} />, sort: (row) => row.lastCallAt },
      {
        key: 'end',
        head: '',
        isAtHand: true,
        isFigure: true,
        cell: (row) =>
          row.isCurrent ? null : (
            <Button look="line" size={24} onClick={() => void end(row.id, (count) => t('sec.sessions.ended', { count }))}>
              {t('sec.sessions.end')}
            </Button>
          ),
      },
    ],
    [t],
  );
}

function OwnFacts() {
  const t = useText(securityTexts);
  const self = useSelf()!;
  const { secondFactor } = self;
  const [open, setOpen] = useState<'password' | 'recovery'>();
  return (
    <>
      <DeskPanel title={t('sec.who')}>
        <Facts
          items={[
            { label: t('sec.name'), value: self.name },
            { label: t('sec.username'), value: self.username },
            { label: t('sec.last'), value: self.lastLoginAt ? <TableTime at={self.lastLoginAt} /> : '–' },
            { label: t('sec.ends'), value: <TableTime at={self.endsAt} /> },
            { label: t('sec.idle'), value: t('sec.idle.value', { minutes: Math.round(self.idleMs / 60_000) }) },
          ]}
        />
      </DeskPanel>
      <DeskPanel title={t('sec.password')}>
        <p className="mb-3 text-13 text-sub">{t('sec.password.words')}</p>
        <Button size={32} onClick={() => setOpen('password')}>
          {t('sec.password.change')}
        </Button>
      </DeskPanel>
      <DeskPanel
        title={t('sec.factor')}
        aside={<Badge tone={secondFactor.isOn ? 'good' : 'warn'}>{t(secondFactor.isOn ? 'sec.factor.on' : 'sec.factor.off')}</Badge>}
      >
        <p className="mb-3 text-13 text-sub">{t(secondFactor.isForced ? 'sec.factor.forced' : 'sec.factor.demo')}</p>
        {secondFactor.isOn && (
          <>
            <Facts className="mb-3" items={[{ label: t('sec.recovery'), value: secondFactor.recoveryLeft }]} />
            <Button size={32} onClick={() => setOpen('recovery')}>
              {t('sec.recovery.new')}
            </Button>
          </>
        )}
      </DeskPanel>
      {open === 'password' && <PasswordDialog onClose={() => setOpen(undefined)} />}
      {open === 'recovery' && <RecoveryDialog onClose={() => setOpen(undefined)} />}
    </>
  );
}

function OwnSites() {
  const t = useText(securityTexts);
  const words = useWords();
  const { sites } = useSelf()!;
  return (
    <DeskPanel title={t('sec.sites')}>
      {sites.map((site) => (
        <details key={site.code} className="border-b border-line py-2 last:border-0">
          <summary className="flex min-h-8 items-center justify-between text-13 pointer-coarse:min-h-11 font-semibold">
            {words(site.name)}
            <span className="font-normal text-mute">{t('sec.sites.count', { count: site.rights.length })}</span>
          </summary>
          <ul className="flex flex-wrap gap-1.5 py-2">
            {site.rights.map((right) => (
              <li key={right}>
                <Badge>{right}</Badge>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </DeskPanel>
  );
}

export function SecurityPage() {
  const t = useText(securityTexts);
  const sessions = useCall(listDeskSessions);
  const columns = useSessionColumns();
  return (
    <DeskPage title={t('sec.title')}>
      <DeskPanels columns="repeat(3, 1fr)">
        <OwnFacts />
      </DeskPanels>
      <section className="border-b border-line pt-4 pb-2">
        <div className="mb-1 flex flex-wrap items-center justify-between gap-2 px-4 laptop:px-6">
          <h2 className="text-14 font-bold">{t('sec.sessions')}</h2>
          <Button look="line" size={32} onClick={() => void end(undefined, (count) => t('sec.sessions.ended', { count }))}>
            {t('sec.sessions.others')}
          </Button>
        </div>
        <Loaded query={sessions} title={t('sec.failed')} rows={3}>
          {(rows) => <DataTable label={t('sec.sessions')} columns={columns} rows={rows} keyOf={(row) => row.id} />}
        </Loaded>
      </section>
      <OwnSites />
    </DeskPage>
  );
}
