// Maru's own mark.

/** Beam and three boards: the floor's joist and boards, and an M. */
export function MaruMark({ size }: { size: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" width={size} height={size} className="shrink-0 fill-brand">
      <rect x="2" y="4" width="28" height="6.5" rx="1.25" />
      <rect x="2" y="13" width="7.8" height="15" rx="1.25" />
      <rect x="12.1" y="13" width="7.8" height="9" rx="1.25" />
      <rect x="22.2" y="13" width="7.8" height="15" rx="1.25" />
    </svg>
  );
}
