// A QR code drawn as one path, dark on white in both themes: cameras want it so.
import { encode } from 'uqr';

export function QrCode({ text, label, size = 168 }: { text: string; label: string; size?: number }) {
  const { data, size: cells } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${cells} ${cells}`}
      width={size}
      height={size}
      className="rounded-8"
      shapeRendering="crispEdges"
    >
      <rect width={cells} height={cells} fill="#fff" />
      <path d={path} fill="#14181f" />
    </svg>
  );
}
