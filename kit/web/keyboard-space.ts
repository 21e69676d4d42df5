// What an on-screen keyboard covers where it lies over the page instead of making it smaller (iOS): its height as --keyboard.
let isWatched = false;

/** From the first thing at the bottom edge on; where the browser makes the page smaller itself the height stays 0. */
export function watchKeyboard(): void {
  const view = window.visualViewport;
  if (isWatched || !view) return;
  isWatched = true;
  const put = () => {
    // Zoomed in, a smaller view is no keyboard.
    const covered = view.scale > 1.01 ? 0 : Math.max(0, Math.round(innerHeight - view.height - view.offsetTop));
    document.documentElement.style.setProperty('--keyboard', `${covered}px`);
    if (covered > 0 && document.activeElement instanceof HTMLInputElement) document.activeElement.scrollIntoView({ block: 'nearest' });
  };
  view.addEventListener('resize', put);
  view.addEventListener('scroll', put);
}
