// Addresses and hashes: whole in groups of four where they are decided on, their ends in a list.
import { cx } from '@maru/kit/web/ui/classes.ts';

/** Copied without the gaps: they are drawn, not written. */
export function ChainText({ text, className }: { text: string; className?: string }) {
  const groups = text.match(/.{1,4}/g) ?? [];
  return (
    <span className={cx('font-mono text-13 break-all', className)}>
      {groups.map((group, i) => (
        <span key={i} className={cx('inline-block mr-[0.45em]', (i === 0 || i === groups.length - 1) && 'font-bold')}>
          {group}
        </span>
      ))}
    </span>
  );
}

const KEPT = 6;

export function ChainEnds({ text }: { text: string }) {
  const ends = text.length <= KEPT * 2 + 1 ? text : `${text.slice(0, KEPT)}…${text.slice(-KEPT)}`;
  return (
    <span className="font-mono text-12 whitespace-nowrap text-sub" title={text}>
      {ends}
    </span>
  );
}
