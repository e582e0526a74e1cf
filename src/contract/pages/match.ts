/** Sorts route patterns in the order that Next tries them: at each segment a name, then `[one]`, then `[...any]`. */
export function comparePages(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (const [index, segment] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (segment === other) continue;
    return rankOf(segment) - rankOf(other) || (segment < other ? -1 : 1);
  }
  return left.length - right.length;
}

/** The page that Next opens for these segments; `pages` must be sorted by `comparePages`. */
export function matchPage(pages: readonly string[], segments: readonly string[]): string | undefined {
  return pages.find((page) => matches(page.split('/').filter(Boolean), segments));
}

function rankOf(segment: string): number {
  if (segment.startsWith('[[...')) return 3;
  if (segment.startsWith('[...')) return 2;
  return segment.startsWith('[') ? 1 : 0;
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  const [first, ...others] = pattern;
  if (first === undefined) return segments.length === 0;
  if (rankOf(first) === 3) return true;
  if (segments.length === 0) return false;
  if (rankOf(first) === 2) return true;
  return (rankOf(first) === 1 || first === segments[0]) && matches(others, segments.slice(1));
}
