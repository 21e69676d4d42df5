// Home: being laid.
export function HomePage() {
  return <div />;
}
