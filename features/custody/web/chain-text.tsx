// Addresses and hashes as people compare them: in full, in groups of four, with beginning and end emphasised; in a list their ends alone.
import { cx } from '@maru/kit/web/ui/classes.ts';

const GROUP = 4;
/** Shown bold at both ends, and the end that one is asked to check. */
const ENDS = 6;
const LAST = 4;

export const lastOf = (text: string): string => text.slice(-LAST);

/** Groups stand apart by margin alone, so that what is copied is the text itself. */
export function ChainText({ text, className }: { text: string; className?: string }) {
  const groups = text.match(/.{1,4}/gu) ?? [];
  return (
    <span className={cx('font-mono font-normal break-all text-sub select-all', className)}>
      {groups.map((group, at) => {
        const head = Math.max(0, ENDS - at * GROUP);
        const tail = Math.max(head, text.length - ENDS - at * GROUP);
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
  const ends = text.length <= ENDS * 2 + 1 ? text : `${text.slice(0, ENDS)}…${text.slice(-ENDS)}`;
  return (
    <span className="font-mono text-12 whitespace-nowrap text-sub" title={text}>
      {ends}
    </span>
  );
}
