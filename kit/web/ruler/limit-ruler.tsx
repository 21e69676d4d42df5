// How much of a day's own limit is used, as a tick ruler; a link to set one where there is none.
import { OwnLink } from '../ui/own-link.tsx';
import { TickRuler } from './tick-ruler.tsx';

const MARKS = 48;

interface LimitRulerProps {
  /** undefined: not known yet; a `limit` of null: none is set. `used` is signed, below zero a loss. */
  row: { limit: string | null; used: string | null } | undefined;
  /** An amount as the page shows it. */
  shown(amount: string): string;
  /** Where a limit is set. */
  href: string;
  words: { name: string; none: string; set: string; label(figures: { limit: string; used: string }): string };
}

export function LimitRuler({ row, shown, href, words }: LimitRulerProps) {
  if (row === undefined) return <div className="h-9" />;
  if (row.limit === null)
    return (
      <p className="flex justify-between text-12 text-mute">
        {words.none}
        <OwnLink href={href} className="touch font-semibold text-text underline underline-offset-2">
          {words.set}
        </OwnLink>
      </p>
    );
  // A gain uses nothing.
  const lost = row.used?.startsWith('-') === true ? row.used.slice(1) : '0';
  const [used, limit] = [shown(lost), shown(row.limit)];
  return (
    <div className="text-12 text-mute" data-testid="loss-limit">
      <p className="mb-1.5 flex justify-between">
        {words.name}
        <span className="tabular-nums">
          <b className="font-semibold text-text">{used}</b> / {limit}
        </span>
      </p>
      <TickRuler
        value={Math.min(1, Number(lost) / Number(row.limit))}
        marks={MARKS}
        height={10}
        warnFrom={0.8}
        dangerFrom={0.95}
        label={words.label({ limit, used })}
      />
    </div>
  );
}
