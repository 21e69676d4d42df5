// The futures view page (the trade room fills it).
export function FutureViewPage() {
  return <main id="floor" />;
}
