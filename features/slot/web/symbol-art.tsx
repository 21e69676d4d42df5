// The symbols of the reels, drawn by hand: each has an outline of its own, so that none needs its colour to be told apart.
import type { ReactNode } from 'react';

/** Pigments of the five directions and of lacquered wood; the same on both themes, since they are painted on tiles of their own. */
const ink = '#23262d';
const paper = '#fbf7ec';
const gold = '#d9a32b';
const deepGold = '#8a6210';
const red = '#c2352c';
const blue = '#2450a0';
const pine = '#2f6b4c';
const bark = '#7a4b2a';
const amber = '#e08a2c';
const line = { stroke: ink, strokeWidth: 2.5, strokeLinejoin: 'round', strokeLinecap: 'round' } as const;

/** A beam above three boards: the floor that Maru is named after, in gold. */
const maru = (
  <>
    <circle cx="32" cy="32" r="29" fill={gold} {...line} />
    <circle cx="32" cy="32" r="24.5" fill="none" stroke={deepGold} strokeWidth="1.5" />
    <g fill={paper} {...line} strokeWidth="2">
      <rect x="15" y="16" width="34" height="8" rx="1.5" />
      <rect x="15" y="28" width="9" height="20" rx="1.5" />
      <rect x="27.5" y="28" width="9" height="13" rx="1.5" />
      <rect x="40" y="28" width="9" height="20" rx="1.5" />
    </g>
  </>
);

const tiger = (
  <>
    <path d="M10 20C6 10 12 4 20 9M54 20C58 10 52 4 44 9" fill={amber} {...line} />
    <path d="M8 34C8 16 20 9 32 9S56 16 56 34C56 50 44 59 32 59S8 50 8 34Z" fill={amber} {...line} />
    <path d="M20 48C20 40 26 38 32 38S44 40 44 48C44 55 38 58 32 58S20 55 20 48Z" fill={paper} stroke="none" />
    <path d="M32 10V19M24 12L27 20M40 12L37 20M9 32L17 34M55 32L47 34M11 42L18 41M53 42L46 41" fill="none" {...line} strokeWidth="3" />
    <circle cx="23" cy="30" r="5" fill={paper} {...line} strokeWidth="2" />
    <circle cx="41" cy="30" r="5" fill={paper} {...line} strokeWidth="2" />
    <circle cx="24" cy="31" r="2" fill={ink} />
    <circle cx="40" cy="31" r="2" fill={ink} />
    <path d="M27 40H37L32 46Z" fill={ink} />
    <path d="M32 46V49M32 49C29 53 25 52 24 49M32 49C35 53 39 52 40 49" fill="none" {...line} strokeWidth="2" />
  </>
);

/** A crescent over an eave of tiles. */
const moon = (
  <>
    <path d="M39 5A22 22 0 1 0 53 38A18 18 0 0 1 39 5Z" fill={gold} {...line} />
    <path d="M4 58C12 57 18 52 21 46H43C46 52 52 57 60 58Z" fill={blue} {...line} />
    <path d="M26 47L23 57M32 47V57M38 47L41 57" fill="none" stroke={paper} strokeWidth="2" />
  </>
);

const pineTree = (
  <>
    <path d="M29 60C31 50 26 44 30 34C33 27 37 26 34 18L39 17C43 27 37 31 36 38C34 46 39 50 38 60Z" fill={bark} {...line} />
    <path d="M8 46A8 8 0 0 1 13 36A9 7 0 0 1 28 38A6 5 0 0 1 26 48H12Z" fill={pine} {...line} />
    <path d="M38 38A8 6 0 0 1 44 27A9 7 0 0 1 58 31A6 5 0 0 1 56 40H42Z" fill={pine} {...line} />
    <path d="M18 22A8 7 0 0 1 26 10A11 9 0 0 1 46 11A7 6 0 0 1 47 23H22Z" fill={pine} {...line} />
    <path d="M20 41L22 45M48 32L50 36M29 15L31 19M38 14L40 18" fill="none" stroke={paper} strokeWidth="1.5" strokeLinecap="round" />
  </>
);

/** Black and white, a long tail, on a twig. */
const magpie = (
  <>
    <path d="M4 52H60" fill="none" stroke={bark} strokeWidth="4" strokeLinecap="round" />
    <path d="M30 36L58 12L60 20L40 44Z" fill={blue} {...line} />
    <path d="M8 22C10 12 20 10 25 16C36 20 42 30 40 42C34 49 22 48 18 40C14 34 16 28 12 26Z" fill={ink} {...line} />
    <path d="M19 34C22 32 28 34 30 44C26 47 21 46 18 40C17 38 18 36 19 34Z" fill={paper} stroke="none" />
    <path d="M26 22C34 24 37 31 36 37C31 36 27 31 26 22Z" fill={paper} stroke={ink} strokeWidth="1.5" />
    <path d="M9 20L2 24L10 26Z" fill={gold} {...line} strokeWidth="2" />
    <circle cx="16" cy="19" r="2.2" fill={paper} />
    <path d="M25 46V52M31 46V52" fill="none" {...line} />
  </>
);

/** Of red over blue silk, hung from a hook, with a tassel. */
const lantern = (
  <>
    <path d="M32 2V9" fill="none" {...line} />
    <path d="M22 9H42L45 15H19Z" fill={gold} {...line} />
    <path d="M19 15H45C51 21 51 28 50 32H14C13 28 13 21 19 15Z" fill={red} {...line} />
    <path d="M14 32H50C49 40 47 43 45 46H19C17 43 15 40 14 32Z" fill={blue} {...line} />
    <path d="M19 46H45L42 51H22Z" fill={gold} {...line} />
    <path d="M26 15C23 25 23 36 26 46M38 15C41 25 41 36 38 46" fill="none" stroke={paper} strokeWidth="1.5" />
    <path d="M32 51V55M28 62L32 54L36 62" fill="none" {...line} />
  </>
);

/** Round with a square hole. */
const coin = (
  <>
    <path d="M32 6A26 26 0 1 1 32 58A26 26 0 1 1 32 6ZM24 24V40H40V24Z" fill="#b98a4a" fillRule="evenodd" {...line} />
    <circle cx="32" cy="32" r="21.5" fill="none" stroke={ink} strokeWidth="1.5" />
    <path d="M32 13V20M29 16.5H35M32 44V51M28.5 46H35.5M13 32H20M16.5 28.5V35.5M44 32H51M46 28V36" fill="none" {...line} strokeWidth="2" />
  </>
);

const drawings: Readonly<Record<string, ReactNode>> = { maru, tiger, moon, pine: pineTree, magpie, lantern, coin };
const idOf = (code: string) => `slot-${code}`;

/** All drawings once in the page; the tiles only point at them. */
export function SymbolSheet() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {Object.entries(drawings).map(([code, drawing]) => (
        <symbol key={code} id={idOf(code)} viewBox="0 0 64 64">
          {drawing}
        </symbol>
      ))}
    </svg>
  );
}

/** Decoration: its name stands beside it or is told by the reels. */
export function SymbolArt({ code, className }: { code: string; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" className={className}>
      <use href={`#${idOf(code)}`} />
    </svg>
  );
}
