// An address as people compare it: in full, in groups of four, with its beginning and end emphasised.
import { cx } from '@maru/kit/web/ui/classes.ts';

const GROUP = 4;
/** Shown bold at both ends, and the end that one is asked to check. */
const ENDS = 6;
const LAST = 4;

export const lastOf = (address: string): string => address.slice(-LAST);

/** Groups stand apart by margin alone, so that what is copied is the address. */
export function AddressText({ address, className }: { address: string; className?: string }) {
  const groups = address.match(new RegExp(`.{1,${GROUP}}`, 'gu')) ?? [];
  return (
    <span className={cx('inline-flex flex-wrap gap-x-2 select-all', className)}>
      {groups.map((group, at) => {
        const from = at * GROUP;
        return (
          <span key={from} className="font-mono">
            {[...group].map((sign, place) => {
              const isEnd = from + place < ENDS || from + place >= address.length - ENDS;
              return (
                <span key={from + place} className={isEnd ? 'font-bold text-text' : 'text-sub'}>
                  {sign}
                </span>
              );
            })}
          </span>
        );
      })}
    </span>
  );
}
