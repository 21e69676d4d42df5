// Today: what waits before what was earned, then money, risk, exposure, the last changes and the system.
import { useCan, useDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { DeskPage, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useEffect, useState } from 'react';
import { ChangesPanel } from './changes-panel.tsx';
import { ExposurePanel } from './exposure-panel.tsx';
import { FlowPanel } from './flow-panel.tsx';
import { GamesPanel } from './games-panel.tsx';
import { NearPanel } from './near-panel.tsx';
import { RoundsPanel } from './rounds-panel.tsx';
import { SheetPanel } from './sheet-panel.tsx';
import { SystemPanel } from './system-panel.tsx';
import { todayTexts } from './today-texts.ts';
import { WaitingBand } from './waiting-band.tsx';

export type Days = '1' | '7' | '30';
const periods: readonly Days[] = ['1', '7', '30'];

/** `토요일 오후 2시 20분` in the site's own time. */
function useNowWords(): string {
  const { timeZone } = useDeskSite();
  const language = useLanguage();
  const [nowMs, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const said = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'ko' ? 'ko-KR' : 'en-GB', { timeZone, ...options }).format(nowMs);
  const weekday = said({ weekday: 'long' });
  const time = said({ hour: 'numeric', minute: 'numeric', ...(language === 'ko' ? { hour12: true } : {}) });
  return language === 'ko' ? `${weekday} ${time.replace(/(\d+):0?(\d+)/, '$1시 $2분')}` : `${weekday} ${time}`;
}

export function TodayPage() {
  const t = useText(todayTexts);
  const words = useWords();
  const site = useDeskSite();
  const now = useNowWords();
  const [{ days }, change] = useUrlState({ days: '1' });
  const chosen = periods.find((each) => each === days) ?? '1';
  return (
    <DeskPage
      title={now}
      note={t('td.seeing', { site: words(site.name) })}
      actions={
        <Segment
          label={t('td.period')}
          value={chosen}
          onChange={(next) => change({ days: next })}
          items={periods.map((value) => ({ value, label: t(`td.period.${value}`) }))}
        />
      }
    >
      <WaitingBand />
      <Panels days={chosen} />
    </DeskPage>
  );
}

/** What one may not see has no panel: two stand side by side where both are there. */
function Panels({ days }: { days: Days }) {
  const t = useText(todayTexts);
  const ledger = useCan('ledger.read');
  const futures = useCan('futures.read');
  const audit = useCan('audit.read');
  const side = [useCan('rounds.read'), useCan('dashboard.read')].includes(true);
  const main = ledger || futures || audit;
  if (!main && !side) return <EmptyState title={t('td.nothing')}>{t('td.nothing.words')}</EmptyState>;
  return (
    <>
      {(ledger || futures) && (
        <DeskPanels columns={ledger && futures ? '1fr 400px' : '1fr'}>
          {ledger && <FlowPanel days={days} />}
          {futures && <NearPanel days={days} />}
        </DeskPanels>
      )}
      <DeskPanels columns={main && side ? '1fr 400px' : '1fr'} className="flex-1 border-b-0">
        {main && (
          <div className="min-w-0 divide-y divide-line">
            {futures && <ExposurePanel />}
            {ledger && <GamesPanel days={days} />}
            {ledger && <SheetPanel days={days} />}
            {audit && <ChangesPanel />}
          </div>
        )}
        {side && (
          <div className="divide-y divide-line">
            <RoundsPanel />
            <SystemPanel />
          </div>
        )}
      </DeskPanels>
    </>
  );
}
