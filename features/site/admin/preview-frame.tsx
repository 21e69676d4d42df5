// The site's real pages in a frame, dressed in the draft: opened by a short-lived word, then told of every change as it is made.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import { Lock, Monitor, Moon, RefreshCw, Smartphone, Sun } from 'lucide-react';
import { type ComponentType, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { z } from 'zod/mini';
import { previewSite } from '../edit-contract.ts';
import { draftMessage } from '../draft-message.ts';
import { previewTexts } from './preview-texts.ts';
import { texts } from './texts.ts';

const pages = { home: '/', futures: '/futureView/1', wallet: '/dnw_history/asset', signup: '/signup', mail: '' } as const;
type PageName = keyof typeof pages;
const sizes = { desktop: [1440, 930], phone: [390, 780] } as const;
type Device = keyof typeof sizes;

/** The share of its own size at which a frame fits the room. */
function useScale(width: number) {
  const panel = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0.56);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    const measure = () => setScale(Math.min(1, element.clientWidth / width));
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, [width]);
  return { panel, scale };
}

type Opened = z.output<typeof previewSite.reply>;

function useOpened() {
  const [opened, setOpened] = useState<Opened>();
  const [error, setError] = useState<string>();
  const open = useCallback(() => {
    const shown = (next: Opened) => {
      setOpened(next);
      setError(undefined);
    };
    void call(previewSite, { body: {} }).then(shown, (thrown: unknown) => setError(messageOf(thrown)));
  }, []);
  useEffect(open, [open]);
  return { opened, error, open };
}

export interface MailSampleProps {
  config: SiteConfig;
  mode: SiteConfig['theme']['defaultMode'];
}
/** A mail as the draft would send it: another feature's, given by the app that joins them. */
export type MailSample = ComponentType<MailSampleProps>;

export function PreviewFrame({ config, MailSample }: { config: SiteConfig; MailSample: MailSample }) {
  const t = useText(texts);
  const [page, setPage] = useState<PageName>('home');
  const [device, setDevice] = useState<Device>('desktop');
  const [mode, setMode] = useState<SiteConfig['theme']['defaultMode']>(config.theme.defaultMode);
  const { opened, error, open } = useOpened();
  const icon = { 'aria-hidden': true, size: 16 } as const;
  return (
    <section aria-label={t('siteedit.preview')} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="text-14 font-bold">{t('siteedit.preview')}</h2>
        <span className="text-13 text-mute">{t('siteedit.preview.words')}</span>
        <span className="ml-auto flex flex-wrap gap-2">
          <Segment
            label={t('siteedit.preview.page')}
            value={page}
            onChange={setPage}
            items={(Object.keys(pages) as PageName[]).map((value) => ({ value, label: t(`siteedit.preview.${value}`) }))}
          />
          <Segment
            label={t('siteedit.preview.device')}
            value={device}
            onChange={setDevice}
            items={[
              { value: 'desktop', label: <Monitor {...icon} aria-hidden={false} aria-label={t('siteedit.preview.desktop')} /> },
              { value: 'phone', label: <Smartphone {...icon} aria-hidden={false} aria-label={t('siteedit.preview.phone')} /> },
            ]}
          />
          <Segment
            label={t('siteedit.preview.theme')}
            value={mode}
            onChange={setMode}
            items={[
              { value: 'theme-white', label: <Sun {...icon} aria-hidden={false} aria-label={t('siteedit.mode.light')} /> },
              { value: 'dark', label: <Moon {...icon} aria-hidden={false} aria-label={t('siteedit.mode.dark')} /> },
            ]}
          />
        </span>
      </div>
      {error !== undefined && (
        <p className="flex items-center gap-3 rounded-8 bg-danger-tint px-4 py-3 text-13 text-danger">
          {`${t('siteedit.preview.failed')}: ${error}`}
          <Button size={32} icon={<RefreshCw size={14} />} onClick={open}>
            {t('siteedit.preview.again')}
          </Button>
        </p>
      )}
      {opened && error === undefined && (
        <Framed key={opened.token} {...{ opened, config, page, device, mode, MailSample }} onStale={open} />
      )}
    </section>
  );
}

interface FramedProps {
  opened: Opened;
  config: SiteConfig;
  page: PageName;
  device: Device;
  mode: SiteConfig['theme']['defaultMode'];
  MailSample: MailSample;
  onStale(): void;
}

function Framed({ opened, config, page, device, mode, MailSample, onStale }: FramedProps) {
  const t = useText(texts);
  const words = useWords();
  const [width, height] = sizes[device];
  const { panel, scale } = useScale(width);
  const frame = useRef<HTMLIFrameElement>(null);
  const tell = useCallback(() => {
    frame.current?.contentWindow?.postMessage(draftMessage(config, mode), opened.origin);
  }, [config, mode, opened.origin]);
  useEffect(tell, [tell]);
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.origin === opened.origin && event.source === frame.current?.contentWindow) tell();
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [tell, opened.origin]);
  // The word lives five minutes: a page chosen later opens by a new one.
  useEffect(() => {
    const timer = setTimeout(onStale, 280_000);
    return () => clearTimeout(timer);
  }, [onStale]);
  return (
    <div ref={panel} className="max-w-full overflow-hidden rounded-8 border border-line" style={device === 'phone' ? { width } : undefined}>
      <div className="flex h-8 items-center gap-2 border-b border-line bg-surface px-3 text-12 text-sub">
        <Lock aria-hidden="true" size={12} />
        {config.hosts[0]}
        <span className="ml-auto tabular-nums text-mute">{`${width} · ${Math.round(scale * 100)}%`}</span>
      </div>
      {page === 'wallet' && <SampleNote />}
      {page === 'mail' ? (
        <MailSample config={config} mode={mode} />
      ) : !opened.isOpen ? (
        <ClosedNote />
      ) : (
        <div style={{ height: height * scale }}>
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the site's own pages, which ask their own server */}
          <iframe
            ref={frame}
            title={`${words(config.name)} ${t('siteedit.preview')}`}
            src={`${opened.origin}${pages[page]}?maru-draft=${encodeURIComponent(opened.token)}`}
            style={{ width, height, transform: `scale(${scale})`, transformOrigin: '0 0', border: 0 }}
          />
        </div>
      )}
    </div>
  );
}

/** No host leads to the brand yet: its pages answer nobody, the editor included. */
function ClosedNote() {
  const t = useText(previewTexts);
  return (
    <EmptyState title={t('sitepreview.closed')}>
      {t('sitepreview.closed.words')}
      <Link to="/launch" className="mt-3 block font-semibold text-brand hover:underline">
        {t('sitepreview.closed.way')}
      </Link>
    </EmptyState>
  );
}

function SampleNote() {
  const t = useText(previewTexts);
  return <p className="border-b border-line bg-warn-tint px-3 py-1.5 text-12 text-sub">{t('sitepreview.sample')}</p>;
}
