// A QR code drawn as one path, dark on white in both themes: cameras want it so.
import { encode } from 'uqr';

export function QrCode({ text, label, size = 176 }: { text: string; label: string; size?: number }) {
  const { data, size: cells } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${cells} ${cells}`}
      width={size}
      height={size}
      className="mx-auto rounded-8 bg-[#fff]"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
