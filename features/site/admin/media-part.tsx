// Logo on both grounds, tab and app icon, share picture and sound: chosen files go to the server and come back as paths of the draft.
import { messageOf } from '@maru/kit/web/failure.ts';
import { sendFile } from '@maru/kit/web/file-client.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MAX_MEDIA_BYTES, type MediaKind, uploadSiteMedia } from '../edit-contract.ts';
import { FormPart } from './form-part.tsx';
import { useMediaUrl } from './media-url.ts';
import { setTheme } from './set-theme.ts';
import { texts } from './texts.ts';
import type { SiteForm } from './use-site-form.ts';

const pictures = 'image/png,image/jpeg,image/webp';
const accepted: Record<MediaKind, string> = {
  logo: `image/svg+xml,${pictures}`,
  favicon: `image/svg+xml,${pictures}`,
  icon: pictures,
  hero: pictures,
  poster: pictures,
  sound: 'audio/mpeg,audio/ogg,audio/wav',
};

function pathOf({ config }: SiteForm, kind: MediaKind): string | undefined {
  if (kind === 'poster') return config.share?.poster;
  if (kind === 'sound') return config.sounds?.notice;
  if (kind === 'hero') return config.theme.heroImage?.path;
  return kind === 'icon' ? config.theme.appIcon : config.theme[kind];
}

/** undefined takes it away. */
function put(form: SiteForm, kind: MediaKind, path: string | undefined): void {
  const { config } = form;
  if (kind === 'poster') {
    const { poster: _old, ...rest } = config.share ?? {};
    form.set('share', path === undefined ? (rest.words ? rest : undefined) : { ...rest, poster: path });
  } else if (kind === 'sound') form.set('sounds', path === undefined ? undefined : { ...config.sounds, notice: path });
  else if (kind === 'hero')
    setTheme(form, { heroImage: path === undefined ? undefined : { path, alt: config.theme.heroImage?.alt ?? config.name } });
  else if (kind === 'logo') setTheme(form, { logo: path ?? '/logo.svg' });
  else setTheme(form, kind === 'icon' ? { appIcon: path } : { favicon: path });
}

function Chooser({ form, kind, children }: { form: SiteForm; kind: MediaKind; children?: ReactNode }) {
  const t = useText(texts);
  const [isBusy, setBusy] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      if (file.size > MAX_MEDIA_BYTES) throw new Error('2 MB');
      put(form, kind, (await sendFile(uploadSiteMedia, file, { kind })).path);
    } catch (thrown) {
      toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
    }
    setBusy(false);
  };
  return (
    <label
      aria-busy={isBusy}
      className="touch flex cursor-pointer items-center justify-center gap-1.5 rounded-8 border border-line px-2 text-center text-12 whitespace-nowrap text-sub focus-within:outline-2 focus-within:outline-brand hover:bg-hover"
    >
      <input
        type="file"
        accept={accepted[kind]}
        aria-label={`${t(`siteedit.media.${kind}`)} ${t('siteedit.media.put')}`}
        className="sr-only"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Upload aria-hidden="true" size={16} className="shrink-0" />
      {children ?? t('siteedit.media.put')}
    </label>
  );
}

export function MediaRow({ form, kind }: { form: SiteForm; kind: Exclude<MediaKind, 'logo'> }) {
  const t = useText(texts);
  const path = pathOf(form, kind);
  return (
    <div className="flex min-h-11 items-center gap-3 text-13">
      <span className="flex-1 font-medium">{t(`siteedit.media.${kind}`)}</span>
      {path === undefined ? (
        <span className="text-12 text-mute">{t('siteedit.media.none')}</span>
      ) : (
        <>
          {kind !== 'sound' && (
            <MediaPicture
              path={kind === 'icon' ? `${path}-192.png` : path}
              className="h-8 max-w-16 rounded-4 border border-line object-contain"
            />
          )}
          <button type="button" className="touch text-12 font-semibold text-sub hover:text-text" onClick={() => put(form, kind, undefined)}>
            {t('siteedit.media.away')}
          </button>
        </>
      )}
      <span className="flex h-8 items-stretch">
        <Chooser form={form} kind={kind} />
      </span>
    </div>
  );
}

function MediaPicture({ path, className }: { path: string; className: string }) {
  const url = useMediaUrl(path);
  return url === '' ? null : <img src={url} alt="" className={className} />;
}

export function MediaPart({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const { theme } = form.config;
  const mask = `url("${useMediaUrl(theme.logo)}") center / contain no-repeat`;
  return (
    <FormPart title={t('siteedit.logo')}>
      <div className="mb-3 grid h-16 grid-cols-3 gap-2">
        {(['dark', 'light'] as const).map((mode) => (
          <span key={mode} className="grid place-items-center rounded-8 border border-line" style={{ background: theme[mode]['surface'] }}>
            <span className="size-8" style={{ background: theme[mode]['brand'], mask, WebkitMask: mask }} />
          </span>
        ))}
        <Chooser form={form} kind="logo">
          {t('siteedit.media.logo.help')}
        </Chooser>
      </div>
      {(['favicon', 'icon', 'poster', 'sound'] as const).map((kind) => (
        <MediaRow key={kind} form={form} kind={kind} />
      ))}
    </FormPart>
  );
}
