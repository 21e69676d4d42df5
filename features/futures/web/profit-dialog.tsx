// The profit dialog (500 px): the card is there already; amounts are hidden until asked for, the referral code shown until not.
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Switch } from '@maru/kit/web/ui/choices.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Copy, ImageDown, Link as LinkIcon, Share2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { openedTexts } from './opened-texts.ts';
import type { Instrument } from './instrument.ts';
import { CARD_HEIGHT, CARD_WIDTH, type CardArt, drawCard } from './share-card.ts';
import { ArtChoice } from './share-art-choice.tsx';
import { pathOf } from './share-path.ts';
import { shareTexts } from './share-texts.ts';
import { type Referral, useCardWords } from './share-words.ts';
import type { TradeResult } from './trade-result.ts';

export interface ProfitDialogProps {
  result: TradeResult;
  instrument: Instrument | undefined;
  referral: Referral;
  onClose(): void;
}

export function ProfitDialog({ result, instrument, referral, onClose }: ProfitDialogProps) {
  const t = useText(openedTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [path, setPath] = useState<readonly number[]>();
  const [art, setArt] = useState<CardArt>('planks');
  const upDown = usePrefs((prefs) => prefs.upDown);
  const logo = useOwnLogo(useSite().theme.logo);
  const [showsAmount, setShowsAmount] = useState(false);
  const [showsCode, setShowsCode] = useState(true);
  const words = useCardWords(result, instrument, { showsAmount, referral: showsCode ? referral : undefined });
  useEffect(() => {
    let alive = true;
    void pathOf(result).then((found) => alive && setPath(found));
    return () => {
      alive = false;
    };
  }, [result]);
  useEffect(() => {
    if (path)
      void document.fonts.ready.then(() => canvas.current && drawCard(canvas.current, result, words, path, { kind: art, upDown, logo }));
  }, [path, art, words, result, upDown, logo]);
  return (
    <Dialog isOpen onClose={onClose} title={t('profit.title')} className="w-[min(500px,calc(100vw-16px))] pt-3.5">
      <canvas
        ref={canvas}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, not loaded
        role="img"
        aria-label={t('profit.alt', {
          name: pairOf(result.symbol),
          side: words.side.slice(2),
          leverage: result.leverage,
          roe: words.roe,
          entry: words.entry,
          exit: words.exit,
        })}
        className="w-full rounded-12 bg-[#0e1218]"
        style={{ aspectRatio: `${CARD_WIDTH} / ${CARD_HEIGHT}` }}
        data-testid="share-card"
        data-link={words.link}
      />
      <div className="divide-y divide-line">
        <Choice
          label={t('profit.amount')}
          note={t('profit.amountHelp', { amount: figure(result.net, { decimals: 2, sign: true }) })}
          isOn={showsAmount}
          onChange={setShowsAmount}
        />
        <Choice label={t(referral.code ? 'profit.withCode' : 'profit.withQr')} isOn={showsCode} onChange={setShowsCode} />
        <div className="flex h-14 items-center gap-2 text-13">
          <b className="mr-auto font-semibold">{t('profit.art')}</b>
          <ArtChoice result={result} path={path} value={art} onChange={setArt} />
        </div>
      </div>
      <CardActions canvas={canvas} name={pairOf(result.symbol)} title={words.symbol} link={referral.link} />
    </Dialog>
  );
}

const MARU_LOGO = '/logo.svg';

/** The site's own mark as a picture; undefined while it is on its way, and where it is Maru's. */
function useOwnLogo(address: string): HTMLImageElement | undefined {
  const [logo, setLogo] = useState<HTMLImageElement>();
  useEffect(() => {
    if (!address || address === MARU_LOGO) return undefined;
    const image = new Image();
    const loaded = () => setLogo(image);
    image.addEventListener('load', loaded);
    image.src = address;
    return () => image.removeEventListener('load', loaded);
  }, [address]);
  return logo;
}

function Choice({ label, note, isOn, onChange }: { label: string; note?: ReactNode; isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <div className="flex h-12 items-center gap-2 text-13">
      <b className="font-semibold whitespace-nowrap">{label}</b>
      {note && <span className="min-w-0 truncate text-12 text-mute">{note}</span>}
      <span className="ml-auto">
        <Switch isOn={isOn} onChange={onChange} label={label} />
      </span>
    </div>
  );
}

function CardActions({
  canvas,
  name,
  title,
  link,
}: {
  canvas: { current: HTMLCanvasElement | null };
  name: string;
  title: string;
  link: string;
}) {
  const t = useText(openedTexts);
  const s = useText(shareTexts);
  const { code } = useSite();
  const image = () => new Promise<Blob | null>((done) => (canvas.current ? canvas.current.toBlob(done, 'image/png') : done(null)));
  const save = async () => {
    const blob = await image();
    if (blob) saveFile(`${code}-${name}.png`, blob);
  };
  const copyImage = async () => {
    try {
      // The promise itself: Safari takes a picture only within the press.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': image().then((blob) => blob ?? new Blob()) })]);
      toast({ title: s('share.copiedImage'), kind: 'done' });
    } catch {
      toast({ title: s('share.copyFailed'), kind: 'warn' });
    }
  };
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    toast(isCopied ? { title: t('profit.copied'), kind: 'done' } : { title: s('share.linkFailed'), line: link, kind: 'warn' });
  };
  const share = async () => {
    const blob = await image();
    const files = blob ? [new File([blob], `${code}-${name}.png`, { type: 'image/png' })] : [];
    // Taking back the sheet is not a fault.
    await navigator.share?.({ title, url: link, ...(navigator.canShare?.({ files }) ? { files } : {}) }).catch(() => undefined);
  };
  return (
    <div className="mt-2 flex gap-2">
      <Button look="ink" size={48} className="min-w-0 flex-1 px-2" icon={<ImageDown size={16} />} onClick={() => void save()}>
        {t('profit.save')}
      </Button>
      {'share' in navigator ? (
        <Button size={48} className="min-w-0 flex-1 px-2" icon={<Share2 size={16} />} onClick={() => void share()}>
          {t('profit.share')}
        </Button>
      ) : (
        <Button size={48} className="min-w-0 flex-1 px-2" icon={<Copy size={16} />} onClick={() => void copyImage()}>
          {s('share.copyImage')}
        </Button>
      )}
      <IconButton size={44} className="h-12 w-12 shrink-0 border border-line" label={t('profit.link')} onClick={() => void copy()}>
        <LinkIcon size={16} />
      </IconButton>
    </div>
  );
}
