// Addresses of the member's list that a coin may be sent to: chosen instead of typed; a new one says how long it still waits.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import type { AllowedAddress } from '../../allow-list-contract.ts';
import { ChainText } from '../chain-text.tsx';
import { allowTexts } from './allow-texts.ts';
import { Ripe } from './allowed-row.tsx';

interface Props {
  entries: readonly AllowedAddress[];
  /** Nothing else may be typed. */
  isOnly: boolean;
  chosen: number | undefined;
  onChoose(entry: AllowedAddress): void;
}

export function AddressChoice({ entries, isOnly, chosen, onChoose }: Props) {
  const t = useText(allowTexts);
  return (
    <fieldset className="min-w-0">
      <div className="mb-1 flex items-center justify-between gap-3">
        <legend className="contents">
          <span className="text-13 font-semibold">{t(isOnly ? 'allow.choose.only' : 'allow.choose')}</span>
        </legend>
        <OwnLink href="/dnw/addresses" className="touch text-13 font-semibold text-brand">
          {t('allow.manage')}
        </OwnLink>
      </div>
      {entries.length === 0 ? (
        <p className="py-2 text-13 text-sub">{t('allow.choose.none')}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {entries.map((entry) => (
            <Choice key={entry.entryId} entry={entry} isOn={entry.entryId === chosen} isOff={isOnly && !entry.isRipe} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  entry: AllowedAddress;
  isOn: boolean;
  isOff: boolean;
  onChoose(entry: AllowedAddress): void;
}

function Choice({ entry, isOn, isOff, onChoose }: ChoiceProps) {
  const t = useText(allowTexts);
  return (
    <li>
      <button
        type="button"
        aria-pressed={isOn}
        aria-label={`${entry.label} ${entry.address} ${entry.memo ?? ''}`.trim()}
        disabled={isOff}
        onClick={() => onChoose(entry)}
        className="flex min-h-14 w-full items-center gap-3 py-2 text-left hover:bg-hover"
      >
        <span
          aria-hidden="true"
          className={cx(
            'size-5 shrink-0 rounded-full border',
            isOn ? 'border-[6px] border-brand' : isOff ? 'border-line' : 'border-edge/70',
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2 text-14 font-semibold">
            {entry.label}
            {!entry.isRipe && <Ripe entry={entry} />}
          </span>
          <span className="block text-12 break-all">
            <ChainText text={entry.address} />
          </span>
          {entry.memo !== null && <span className="block text-12 break-all">{t('allow.memo', { memo: entry.memo })}</span>}
        </span>
      </button>
    </li>
  );
}
