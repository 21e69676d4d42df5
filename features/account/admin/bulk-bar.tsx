// Several chosen members: what may be done to all of them at once, why, and what became of each.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { useState } from 'react';
import type { DeskMember } from '../admin-contract.ts';
import { type BulkAct, bulkActs, type BulkRow, MOST_MEMBERS } from '../bulk-contract.ts';
import type { AskChosenProps } from './ask-chosen-dialog.tsx';
import { bulkTexts } from './bulk-texts.ts';
import type { FoundDialogProps } from './found-dialog.tsx';
import type { MemberQuery } from './members-page.tsx';

// Forms come when one is asked for: the list stands without them.
const AskChosenDialog = lazyArea<AskChosenProps>(() => import('./ask-chosen-dialog.tsx').then((m) => m.AskChosenDialog));
const FoundDialog = lazyArea<FoundDialogProps>(() => import('./found-dialog.tsx').then((m) => m.FoundDialog));

export interface FoundChoice {
  /** undefined: not every member shown is chosen, or the filter finds no more than these. */
  onAll: (() => void) | undefined;
  isAll: boolean;
  /** Counted up to `isMany`. */
  total: number;
  isMany: boolean;
  query: MemberQuery;
}

interface BulkBarProps {
  chosen: readonly DeskMember[];
  found: FoundChoice;
  onClear(): void;
}

export function BulkBar({ chosen, found, onClear }: BulkBarProps) {
  const t = useText(bulkTexts);
  const [act, setAct] = useState<BulkAct>();
  const [results, setResults] = useState<readonly BulkRow[]>();
  const isMany = !found.isAll && chosen.length > MOST_MEMBERS;
  const count = figure(String(found.isAll ? found.total : chosen.length));
  if (chosen.length === 0 && results === undefined) return null;
  return (
    <section
      aria-label={t('mb.title')}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-brand-tint px-4 py-2 laptop:px-6"
    >
      <b className="mr-2 text-13">{t(!found.isAll ? 'mb.chosen' : found.isMany ? 'mb.found.chosen.many' : 'mb.found.chosen', { count })}</b>
      {bulkActs.map((each) => (
        <Button key={each} size={32} disabled={isMany || chosen.length === 0} onClick={() => setAct(each)}>
          {t(`mb.act.${each}`)}
        </Button>
      ))}
      {isMany && <span className="text-12 text-warn">{t('mb.most', { most: MOST_MEMBERS })}</span>}
      {found.onAll && (
        <Button size={32} look="ink" onClick={found.onAll}>
          {t(found.isMany ? 'mb.found.many' : 'mb.found', { count: figure(String(found.total)) })}
        </Button>
      )}
      <Button size={32} look="quiet" className="ml-auto" onClick={onClear}>
        {t('mb.clear')}
      </Button>
      {act && !found.isAll && <AskChosenDialog act={act} chosen={chosen} onDone={setResults} onClose={() => setAct(undefined)} />}
      {act && found.isAll && <FoundDialog act={act} query={found.query} onBegun={onClear} onClose={() => setAct(undefined)} />}
      {results && (
        <Results
          rows={results}
          chosen={chosen}
          onClose={() => {
            setResults(undefined);
            onClear();
          }}
        />
      )}
    </section>
  );
}

function Results({ rows, chosen, onClose }: { rows: readonly BulkRow[]; chosen: readonly DeskMember[]; onClose(): void }) {
  const t = useText(bulkTexts);
  const count = (result: BulkRow['result']) => rows.filter((row) => row.result === result).length;
  const nameOf = (id: number) => chosen.find((member) => member.id === id)?.nick ?? `#${id}`;
  const others = rows.filter(({ result }) => result !== 'DONE');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('mb.result')}
      description={t('mb.result.words', { done: count('DONE'), asked: count('ASKED'), refused: count('REFUSED') })}
      foot={
        <Button look="ink" onClick={onClose}>
          {t('mb.close')}
        </Button>
      }
    >
      <ul className="max-h-[40dvh] overflow-y-auto text-13">
        {others.map(({ playerId, result, code, requestId }) => (
          <li key={playerId} className="flex justify-between gap-3 border-b border-line py-1.5 last:border-0">
            <b className="font-semibold">{nameOf(playerId)}</b>
            <span className="text-sub">
              {result === 'ASKED' ? t('mb.asked', { id: requestId ?? 0 }) : t('mb.refused', { code: code ?? '' })}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
