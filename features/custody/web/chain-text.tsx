// Addresses and hashes as people compare them: in full, in groups of four counted from the end, with beginning and end emphasised; in a list
// their ends alone.
import { cx } from '@maru/kit/web/ui/classes.ts';

const GROUP = 4;
/** Shown bold at the beginning, and at the end what one is asked to check. */
const FIRST = 6;
const LAST = 4;

export const lastOf = (text: string): string => text.slice(-LAST);

/** The last group is whole, so that it is the very end that one is asked to check. */
export function groupsOf(text: string): { at: number; group: string }[] {
  const short = text.length % GROUP;
  return Array.from({ length: Math.ceil(text.length / GROUP) }, (_, nth) => {
    const at = short === 0 ? nth * GROUP : Math.max(0, (nth - 1) * GROUP + short);
    return { at, group: text.slice(at, nth === 0 && short > 0 ? short : at + GROUP) };
  });
}

/** Groups stand apart by margin alone, so that what is copied is the text itself. */
export function ChainText({ text, className }: { text: string; className?: string }) {
  return (
    <span className={cx('font-mono font-normal break-all text-sub select-all', className)}>
      {groupsOf(text).map(({ at, group }) => {
        const head = Math.max(0, FIRST - at);
        const tail = Math.max(head, text.length - LAST - at);
        return (
          <span key={at} className="mr-[0.45em] inline-block">
            <End of={group.slice(0, head)} />
            {group.slice(head, tail)}
            <End of={group.slice(tail)} />
          </span>
        );
      })}
    </span>
  );
}

const End = ({ of }: { of: string }) => of !== '' && <b className="text-text">{of}</b>;

export function ChainEnds({ text }: { text: string }) {
  const ends = text.length <= FIRST * 2 + 1 ? text : `${text.slice(0, FIRST)}…${text.slice(-FIRST)}`;
  return (
    <span className="font-mono text-12 whitespace-nowrap text-sub" title={text}>
      {ends}
    </span>
  );
}
