/**
 * Marks the place of a table that is wider than it (`data-tight`): such a table scrolls in its place, others leave their
 * heading to the page, where it sticks. Answers how to stop looking.
 */
export function scrollWhenTight(place: HTMLDivElement | null) {
  const table = place?.querySelector('table');
  if (!place || !table) return;
  const watcher = new ResizeObserver(() =>
    place.toggleAttribute('data-tight', table.offsetWidth > place.clientWidth),
  );
  watcher.observe(place);
  watcher.observe(table);
  return () => watcher.disconnect();
}
