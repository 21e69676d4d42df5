// How long the rounds of games are, in the words of a tile: each length in minutes where it has whole ones, else in seconds.
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import type { homeTexts } from './home-texts.ts';

/** `30초~5분`, or `1·2·5분` where all are whole minutes; undefined: there is no game. */
export function lengthsText(t: Text<typeof homeTexts>, seconds: readonly number[]): string | undefined {
  const lengths = [...new Set(seconds)].sort((a, b) => a - b);
  const [least, most] = [lengths[0], lengths.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  if (lengths.every((each) => each % 60 === 0)) return t('home.game.minutes', { n: lengths.map((each) => each / 60).join('·') });
  const said = (each: number) => (each % 60 === 0 ? t('home.game.minutes', { n: each / 60 }) : t('home.game.seconds', { n: each }));
  return least === most ? said(least) : t('home.game.range', { least: said(least), most: said(most) });
}
