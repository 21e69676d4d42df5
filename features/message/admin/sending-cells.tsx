// Cells of the list of messages that were sent: to whom and why, how many it reached, how many read it.
import type { Looks } from '@maru/kit/web/desk/list-columns.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import type { SendingRow } from '../admin-contract.ts';
import type { messageDeskTexts } from './desk-texts.ts';

const share = (part: number, whole: number) => `${whole === 0 ? 0 : Math.round((part / whole) * 100)}%`;

export const looksOf = (t: Text<typeof messageDeskTexts>): Looks<SendingRow> => ({
  title: ({ title, audience, partner, reason }) => (
    <span className="flex flex-col leading-tight tablet:min-w-40">
      <span className="line-clamp-1 font-semibold">{title}</span>
      <span className="line-clamp-1 text-12 text-mute">{[t(`msg.audience.${audience}`), partner, reason].filter(Boolean).join(' · ')}</span>
    </span>
  ),
  progress: {
    width: '120px',
    cell: ({ finishedAt, sent, total }) =>
      finishedAt === null ? <Badge tone="brand">{`${t('msg.running')} ${share(sent, total)}`}</Badge> : figure(String(sent)),
  },
  read: {
    width: '110px',
    cell: ({ read, sent }) => (
      <span>
        {figure(String(read))} <span className="text-mute">{share(read, sent)}</span>
      </span>
    ),
  },
  who: { width: '92px', isQuiet: true },
  time: { width: '128px' },
});
