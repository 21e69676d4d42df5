// A message as its form holds it, and as the calls take it: what was left empty is not sent.
import type { MessageKind } from '../contract.ts';

export interface MessageWords {
  kind: MessageKind;
  title: string;
  titleEn: string;
  content: string;
  contentEn: string;
  link: string;
}

export const bodyOf = ({ titleEn, contentEn, link, ...rest }: MessageWords) => ({
  ...rest,
  ...(titleEn.trim() && { titleEn }),
  ...(contentEn.trim() && { contentEn }),
  ...(link && { link }),
});
