// Pausing a game and opening it again: from which round on, and what goes on meanwhile.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { type DeskOption, listDeskOptions, pauseDeskOption } from '../admin-contract.ts';
import { familyOf } from '../round-codes.ts';
import { firstRoundOf, useGameName } from './game-words.ts';
import { gamesTexts } from './games-texts.ts';

export function PauseDialog({ game, onClose }: { game: DeskOption; onClose(): void }) {
  const t = useText(gamesTexts);
  const name = useGameName()(game);
  const isPlay = !game.terms.isPlay;
  const act = isPlay ? 'resume' : 'pause';
  const isInside = familyOf(game.code) === 'P' || game.terms.isInRound;
  return (
    <ReasonDialog
      title={t(`rd.${act}.title`, { name })}
      description={t(`rd.${act}.words`, firstRoundOf(game.code, game.terms.cutoffSeconds * 1000, isInside))}
      confirm={t(`rd.${act}`)}
      look={isPlay ? 'brand' : 'danger'}
      onConfirm={async (reason) => {
        await call(pauseDeskOption, { body: { tradeOptionId: game.tradeOptionId, isPlay, reason } });
        toast({ title: t(`rd.${act}.done`), kind: 'done' });
        void refetch(listDeskOptions);
      }}
      onClose={onClose}
    />
  );
}
