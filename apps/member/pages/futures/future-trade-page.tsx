// The futures trade page (the trade room fills it).
export function FutureTradePage() {
  return <main id="floor" />;
}
