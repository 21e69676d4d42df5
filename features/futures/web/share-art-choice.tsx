// The card's pictures as small pictures of this very trade.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { useEffect, useRef } from 'react';
import { openedTexts } from './opened-texts.ts';
import { drawArt } from './share-card-art.ts';
import { type CardArt, cardArts, colorsOf } from './share-card.ts';
import type { TradeResult } from './trade-result.ts';

const WIDTH = 52;
const HEIGHT = 32;
const RATIO = 2;

interface ArtChoiceProps {
  result: TradeResult;
  path: readonly number[] | undefined;
  value: CardArt;
  onChange(art: CardArt): void;
}

export function ArtChoice({ result, path, value, onChange }: ArtChoiceProps) {
  const t = useText(openedTexts);
  return (
    <div role="radiogroup" aria-label={t('profit.art')} className="flex gap-2">
      {cardArts.map((art) => (
        <button
          key={art}
          type="button"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- pictures in a row
          role="radio"
          aria-checked={value === art}
          aria-label={t(`profit.art.${art}`)}
          onClick={() => onChange(art)}
          className={`rounded-6 p-0.5 ${value === art ? 'shadow-[0_0_0_2px_var(--text)]' : 'shadow-[0_0_0_1px_var(--line)]'}`}
        >
          <Picture art={art} result={result} path={path} />
        </button>
      ))}
    </div>
  );
}

function Picture({ art, result, path }: { art: CardArt; result: TradeResult; path: readonly number[] | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const upDown = usePrefs((prefs) => prefs.upDown);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !path) return;
    const colors = colorsOf(art, result, upDown);
    context.setTransform(RATIO, 0, 0, RATIO, 0, 0);
    context.fillStyle = colors.ground;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    drawArt(context, path, colors, art, { width: WIDTH, top: 2, bottom: HEIGHT });
  }, [art, result, path, upDown]);
  return <canvas ref={canvas} width={WIDTH * RATIO} height={HEIGHT * RATIO} className="block h-8 w-[52px] rounded-4" aria-hidden="true" />;
}
